package dev.arag.extractive.internal;

import dev.arag.agent.internal.text.SentenceSplitter;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The parts of a conversation that the rule-based model uses: the question, the tool calls, and the
 * sentences in tool results and user messages. Corpus text is enclosed in fences, marker lines with
 * a random code; other text is ignored. The results of the paper profile have no fences.
 */
final class ParsedConversation {
  private static final String LABEL = "Question:";
  private static final int MAX_HEADING_LENGTH = 80;
  private static final int MAX_SENTENCE_LENGTH = 600;
  private static final int MAX_ID_LENGTH = 42;
  private static final String PAPER_HIT = "Chunk ID: ";
  private static final String PAPER_RULE = "=".repeat(80);
  private static final String PAPER_READ = "[Chunk ";

  /** The tool calls that were made for the current question, in order. */
  final List<ToolExecutionRequest> calls = new ArrayList<>();

  /** The distinct sentences, in order. */
  final List<Fact> facts = new ArrayList<>();

  /** The ids of the chunks and sections that a search result shows whole. */
  final Set<String> complete = new HashSet<>();

  final ParsedQuestion question;
  private final Set<String> seen = new HashSet<>();
  private String source = "";
  private String heading = "";
  private boolean startsBlock;

  /**
   * Reads the messages. The last user message is the question, unless it follows a tool result:
   * then it is a correction by the run.
   */
  ParsedConversation(List<ChatMessage> messages) {
    String asked = "";
    boolean followsResult = false;
    for (ChatMessage message : messages) {
      if (message instanceof UserMessage user) {
        String text = user.hasSingleText() ? user.singleText() : "";
        read(text);
        if (!followsResult) {
          asked = text;
          calls.clear();
        }
      } else if (message instanceof AiMessage ai) {
        calls.addAll(ai.toolExecutionRequests());
      } else if (message instanceof ToolExecutionResultMessage result && result.hasSingleText()) {
        read(result.text());
      }
      followsResult = message instanceof ToolExecutionResultMessage;
    }
    int label = asked.lastIndexOf(LABEL);
    question = ParsedQuestion.of(asked.substring(label < 0 ? 0 : label + LABEL.length()).strip());
  }

  private void read(String observation) {
    if (observation.startsWith(PAPER_HIT)
        || observation.startsWith("\n" + PAPER_RULE + "\n" + PAPER_READ)) {
      observation.lines().forEach(this::readPaperLine);
      return;
    }
    String end = "";
    for (String line : observation.lines().toList()) {
      if (end.isEmpty()) {
        end = line.startsWith("<<<") ? ">>>" + line.substring(3) : "";
        source = "";
      } else if (line.equals(end)) {
        end = "";
      } else {
        readFencedLine(line);
      }
    }
  }

  /** Reads text, or a line with an id, a heading path and notes: "[k1] Title (complete)". */
  private void readFencedLine(String line) {
    int close = line.startsWith("[") ? line.indexOf(']') : -1;
    if (close < 2 || close > MAX_ID_LENGTH || line.lastIndexOf(' ', close) >= 0) {
      readText(line);
      return;
    }
    String above = heading;
    startSource(line.substring(1, close), line.substring(close + 1));
    heading = heading.isEmpty() ? above : heading;
    if (line.endsWith(" (complete)")) {
      complete.add(source);
    }
  }

  /** Reads a line of the paper profile. The sentences of a hit follow three dots each. */
  private void readPaperLine(String line) {
    if (line.startsWith(PAPER_READ) && line.endsWith("]")) {
      startSource(line.substring(PAPER_READ.length(), line.length() - 1), "");
    } else if (line.startsWith(PAPER_HIT)) {
      startSource(line.substring(PAPER_HIT.length()).split("[, ]", 2)[0], "");
      addAll(line.substring(Math.max(line.indexOf(": ... "), PAPER_HIT.length()) + 1));
    } else if (!line.equals(PAPER_RULE)) {
      readText(line.startsWith("Matched: ") ? line.substring("Matched: ".length()) : line);
    }
  }

  private void startSource(String id, String title) {
    source = id;
    heading = title.split(" · | \\(", 2)[0].strip();
    startsBlock = true;
  }

  private void readText(String line) {
    if (line.startsWith("# ") || (startsBlock && isTitle(line))) {
      String title = line.replace('#', ' ').strip();
      heading = heading.endsWith(title) ? heading : title;
    } else if (!line.startsWith("##")
        && !line.startsWith("(also in ")
        && !line.startsWith("(table header, repeated) ")) {
      addAll(line.startsWith("- ") ? line.substring(2) : line);
    }
    startsBlock = line.isBlank();
  }

  private static boolean isTitle(String line) {
    return !line.isBlank()
        && line.length() <= MAX_HEADING_LENGTH
        && ".!?:;,".indexOf(line.charAt(line.length() - 1)) < 0
        && !line.startsWith("- ")
        && !line.startsWith("##")
        && !line.contains(" | ");
  }

  private void addAll(String line) {
    for (String shown : line.split("…|\\.\\.\\.", -1)) {
      for (String sentence : SentenceSplitter.split(shown)) {
        String rest = sentence;
        while (rest.length() > MAX_SENTENCE_LENGTH) {
          int space = rest.lastIndexOf(' ', MAX_SENTENCE_LENGTH);
          int end = space > 0 ? space : MAX_SENTENCE_LENGTH;
          add(rest.substring(0, end));
          rest = rest.substring(end).strip();
        }
        add(rest);
      }
    }
  }

  /** Adds a sentence of at least three words of a known source that was not added yet. */
  private void add(String sentence) {
    Fact fact = Fact.of(source, heading, sentence);
    boolean isSentence = fact.sentence().words().size() > 2;
    if (isSentence && !source.isEmpty() && seen.add(source + '\n' + sentence)) {
      facts.add(fact);
    }
  }
}

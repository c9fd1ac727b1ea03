package dev.arag.agent.extractive;

import dev.arag.agent.internal.text.SentenceSplitter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects facts from tool results. The facts are the sentences inside the fences, the marker lines
 * that enclose corpus text.
 */
final class FactCollector {
  private static final int MAX_HEADING_LENGTH = 80;
  private static final String COMPLETE = " (complete)";

  /** The start of the line that lists the other headings of a chunk. */
  private static final String OTHER_HEADINGS = "(also in ";

  private final List<Fact> facts = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();
  private final Set<String> complete = new HashSet<>();
  private String source = "";
  private String heading = "";

  List<Fact> all() {
    return List.copyOf(facts);
  }

  /** Returns the ids of the chunks and sections that a search result shows whole. */
  Set<String> complete() {
    return Set.copyOf(complete);
  }

  /**
   * Adds the facts in an observation. Text outside of fences is ignored, except in results of the
   * paper profile, which have no fences.
   */
  void read(String observation) {
    if (PaperResult.isIn(observation)) {
      PaperResult.parse(observation).forEach(this::readPaper);
    } else {
      readFenced(observation);
    }
  }

  private void readPaper(PaperResult.Text text) {
    source = text.chunk();
    heading = "";
    boolean startsBlock = true;
    List<String> lines = text.lines();
    for (int i = 0; i < lines.size(); i++) {
      String next = i + 1 < lines.size() ? lines.get(i + 1) : "";
      if (!lines.get(i).isBlank()) {
        readText(lines.get(i), next, startsBlock && !text.isExcerpt());
      }
      startsBlock = lines.get(i).isBlank();
    }
  }

  private void readFenced(String observation) {
    String code = "";
    boolean startsBlock = false;
    List<String> lines = observation.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (code.isEmpty()) {
        code = line.startsWith("<<<") ? line.substring(3) : "";
        source = "";
      } else if (line.equals(">>>" + code)) {
        code = "";
      } else if (line.isBlank()) {
        startsBlock = true;
      } else {
        String next = i + 1 < lines.size() ? lines.get(i + 1) : "";
        readLine(line, next, startsBlock);
        startsBlock = isIdLine(line);
      }
    }
  }

  private void readLine(String line, String next, boolean startsBlock) {
    if (isIdLine(line)) {
      int close = line.indexOf(']');
      source = line.substring(1, close);
      heading = heading(line.substring(close + 1));
      if (line.endsWith(COMPLETE)) {
        complete.add(source);
      }
    } else {
      readText(line, next, startsBlock);
    }
  }

  private void readText(String line, String next, boolean startsBlock) {
    if (line.startsWith("# ")) {
      heading = line.substring(2).strip();
    } else if (line.startsWith("##")) {
      heading = title() + " > " + line.replace('#', ' ').strip();
    } else if (startsBlock && isHeading(line, next)) {
      heading = heading.endsWith(" > " + line.strip()) ? heading : line.strip();
    } else if (!source.isEmpty() && !line.startsWith(OTHER_HEADINGS)) {
      add(line.startsWith("- ") ? line.substring(2) : line);
    }
  }

  private String title() {
    int path = heading.indexOf(" > ");
    return path < 0 ? heading : heading.substring(0, path);
  }

  private static boolean isIdLine(String line) {
    int close = line.indexOf(']');
    return line.startsWith("[")
        && close > 1
        && close < 42
        && line.indexOf(' ') != 1
        && !line.substring(0, close).contains(" ");
  }

  private static String heading(String line) {
    String heading = line;
    for (String mark : List.of(" · before ", " · after ", " (read)", COMPLETE)) {
      int at = heading.indexOf(mark);
      heading = at < 0 ? heading : heading.substring(0, at);
    }
    return heading.strip();
  }

  private static boolean isHeading(String line, String next) {
    char last = line.charAt(line.length() - 1);
    return line.length() <= MAX_HEADING_LENGTH
        && ".!?:;,".indexOf(last) < 0
        && !line.startsWith("- ")
        && !next.isBlank()
        && !next.startsWith(">>>");
  }

  private void add(String line) {
    for (String sentence : SentenceSplitter.split(line)) {
      String text = withoutEllipses(sentence);
      if (isStatement(text) && seen.add(source + '\n' + text)) {
        facts.add(new Fact(source, heading, text, facts.size()));
      }
    }
  }

  /** Whether a text is a statement. A title or a label is not. */
  private static boolean isStatement(String text) {
    int words = EnglishWords.words(text).size();
    boolean isShort = words < 8 && !text.isEmpty();
    return words > 1 && !(isShort && ".!?。\"”)".indexOf(text.charAt(text.length() - 1)) < 0);
  }

  private static String withoutEllipses(String text) {
    int start = text.startsWith("…") ? 1 : 0;
    int end = text.length() > 1 && text.endsWith("…") ? text.length() - 1 : text.length();
    return text.substring(start, end).strip();
  }
}

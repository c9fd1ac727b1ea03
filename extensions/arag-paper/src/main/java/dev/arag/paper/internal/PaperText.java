package dev.arag.paper.internal;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.SectionId;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.tools.call.ChunkNames;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolArguments;
import dev.arag.tools.internal.custom.CustomResult;
import dev.arag.tools.internal.text.QuotedInput;
import dev.arag.tools.internal.text.SingleLine;
import dev.arag.tools.internal.text.TextSanitizer;
import dev.arag.tools.spi.CallContext;
import dev.arag.tools.spi.ToolDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The result texts of the paper profile, in the form of the reference implementation of the A-RAG
 * paper. There are no fences with random codes; instead, lines of a document that could imitate the
 * lines between chunks are changed.
 */
final class PaperText {
  /** The lines above and below the text of a chunk. */
  private static final String RULE = "=".repeat(80);

  /** The line between the id of a chunk and its text. */
  private static final String THIN_RULE = "-".repeat(80);

  private static final int MAX_WRITTEN = 200;
  private static final int DEFAULT_TOP_K = 5;
  private static final int MAX_TOP_K = 20;

  /** The length from which a line of equal signs or hyphens is changed. */
  private static final int MIN_RULE = 20;

  private static final Pattern LINE_BREAKS = Pattern.compile("\\v");
  private static final Pattern LINE_STARTS = Pattern.compile("(?<=\\v)");

  private PaperText() {}

  /**
   * The text of one hit.
   *
   * @param shown the sentences in the text
   */
  record Hit(String text, List<Snippet> shown) {
    /**
     * @param start the text before the sentences
     * @param sentences the sentences, in the order in which they are shown
     */
    static Hit of(String start, Chunk chunk, List<Sentence> sentences, CallContext call) {
      List<Snippet> shown = snippets(chunk, sentences, call);
      List<String> texts = new ArrayList<>(List.of(""));
      shown.forEach(snippet -> texts.add(snippet.text()));
      texts.add("");
      return new Hit(start + String.join(" ... ", texts).strip(), shown);
    }

    /** Returns the sentences that fit into one result. The first one is cut if necessary. */
    private static List<Snippet> snippets(Chunk chunk, List<Sentence> sentences, CallContext call) {
      List<Snippet> shown = new ArrayList<>();
      long tokens = 0;
      for (Sentence sentence : sentences) {
        Snippet next = snippet(chunk, sentence, call);
        tokens += next.tokens();
        if (tokens > call.maxResultTokens() && !shown.isEmpty()) {
          break;
        }
        shown.add(next);
      }
      return shown;
    }

    private static Snippet snippet(Chunk chunk, Sentence sentence, CallContext call) {
      String line = oneLine(sentence.textWithoutEndMarks());
      String text = TokenCounter.o200k().truncate(line, call.maxResultTokens());
      int start = Math.max(0, sentence.text().indexOf(sentence.textWithoutEndMarks()));
      return PaperText.snippet(chunk, text, sentence.offset() + start, false);
    }
  }

  private static String oneLine(String text) {
    return LINE_BREAKS.matcher(TextSanitizer.sanitize(text)).replaceAll(" ");
  }

  /** Returns the full text of a chunk, or the notice that the next request already contains it. */
  static Hit full(Chunk chunk, CallContext call) {
    SectionId section = new SectionId(chunk.id(), 0);
    String id = PaperText.nameOf(chunk.id(), call);
    if (call.shouldWithhold(section)) {
      call.withhold(section);
      return new Hit(alreadyRead(id), List.of());
    }
    Snippet snippet = whole(chunk, call.maxResultTokens());
    return new Hit(read(id, snippet), List.of(snippet));
  }

  /** Returns the hits that fit into one result. The first hit is always included. */
  static Observation.Found join(List<Hit> hits, CallContext call) {
    List<String> texts = new ArrayList<>();
    List<Snippet> shown = new ArrayList<>();
    long tokens = 0;
    for (Hit hit : hits) {
      tokens += hit.shown().stream().mapToInt(Snippet::tokens).sum();
      if (tokens > call.maxResultTokens() && !texts.isEmpty()) {
        break;
      }
      texts.add(hit.text());
      shown.addAll(hit.shown());
    }
    return new Observation.Found(String.join("\n\n", texts), shown);
  }

  /**
   * Returns the text of a chunk as one snippet.
   *
   * @param maxTokens the maximum length of the text
   */
  static Snippet whole(Chunk chunk, int maxTokens) {
    String whole = withoutRules(TextSanitizer.sanitize(chunk.text()));
    String text = TokenCounter.o200k().truncate(whole, maxTokens);
    return snippet(chunk, text, chunk.location().offset(), text.length() == whole.length());
  }

  private static Snippet snippet(Chunk chunk, String text, int offset, boolean isWhole) {
    int tokens = TokenCounter.o200k().count(text);
    return new Snippet(
        new SectionId(chunk.id(), 0), 1, chunk.location(), text, offset, tokens, isWhole);
  }

  /** Inserts a space into each line that could be taken for a line above or below a chunk. */
  private static String withoutRules(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (String line : LINE_STARTS.split(text, -1)) {
      out.append(isRule(line.strip()) ? line.replaceFirst("[=\\[-]", "$0 ") : line);
    }
    return out.toString();
  }

  private static boolean isRule(String line) {
    boolean isLong = line.length() >= MIN_RULE && "=-".indexOf(line.charAt(0)) >= 0;
    return (isLong && line.chars().allMatch(c -> c == line.charAt(0)))
        || line.startsWith("[Chunk ");
  }

  static String read(String id, Snippet snippet) {
    String rest = snippet.isWholeChunk() ? "" : CustomResult.TRUNCATED;
    return block(id, THIN_RULE + "\n" + snippet.text() + rest);
  }

  static String alreadyRead(String id) {
    return block(id, "(This chunk has been read before)");
  }

  private static String block(String id, String content) {
    return "\n" + RULE + "\n[Chunk " + id + "]\n" + content + "\n" + RULE;
  }

  static String notFound(String written) {
    return "\n[Chunk " + written(written) + "] - Not found";
  }

  static String notSent(String id) {
    return "\n[Chunk " + id + "] - Not sent (limit)";
  }

  /** Returns the start of a text that the model has written, on one line. */
  static String written(String text) {
    return QuotedInput.truncate(text, MAX_WRITTEN);
  }

  /**
   * Returns the name under which a chunk is shown: its stored id, if this is a harmless text. The
   * conversation then knows the chunk by this name.
   */
  static String nameOf(ChunkId id, CallContext call) {
    String value = id.value();
    boolean isHarmless = value.length() <= MAX_WRITTEN && SingleLine.of(value).equals(value);
    String name = isHarmless ? value : ChunkNames.alias(id);
    call.tracker().setName(id, name);
    return name;
  }

  /** Returns {@code top_k}. A value outside of the limits is replaced without a note. */
  static int topK(ToolArguments arguments) {
    int topK = arguments.number("top_k", DEFAULT_TOP_K, Integer.MIN_VALUE, Integer.MAX_VALUE);
    return Math.max(1, Math.min(MAX_TOP_K, topK));
  }

  /**
   * Reads the definition of a tool with another description.
   *
   * @param description the name of the resource with the description
   */
  static ToolDefinition definition(String tool, String description) {
    return ToolDefinition.read(PaperText.class, tool, description, tool + ".json");
  }
}

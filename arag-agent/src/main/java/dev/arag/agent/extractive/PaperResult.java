package dev.arag.agent.extractive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Parses the results of the tools in the paper profile. */
final class PaperResult {
  private static final String HIT = "Chunk ID: ";
  private static final String RULE = "=".repeat(80);
  private static final String KEYWORDS = ", Matched keywords in chunk: ";
  private static final String SIMILARITY = " (Similarity: ";
  private static final String READ = "[Chunk ";
  private static final String MATCHED = "Matched: ";

  private PaperResult() {}

  /**
   * Text of one chunk.
   *
   * @param lines the lines of the chunk, or sentences of it
   * @param isExcerpt whether the lines are sentences that a search has found
   */
  record Text(String chunk, List<String> lines, boolean isExcerpt) {}

  /** Whether a tool result shows text of chunks in the form of the paper profile. */
  static boolean isIn(String observation) {
    return observation.startsWith(HIT) || observation.startsWith("\n" + RULE + "\n[Chunk ");
  }

  static List<Text> parse(String observation) {
    List<Text> texts = new ArrayList<>();
    List<String> lines = observation.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      String next = i + 1 < lines.size() ? lines.get(i + 1) : "";
      int keywords = line.lastIndexOf(KEYWORDS);
      int similarity = line.lastIndexOf(SIMILARITY);
      if (line.startsWith(HIT) && keywords > HIT.length()) {
        String chunk = line.substring(HIT.length(), keywords);
        texts.add(excerpt(chunk, line.substring(keywords + KEYWORDS.length())));
      } else if (line.startsWith(HIT) && similarity > HIT.length() && next.startsWith(MATCHED)) {
        String chunk = line.substring(HIT.length(), similarity);
        texts.add(excerpt(chunk, next.substring(MATCHED.length())));
      } else if (line.equals(RULE)) {
        i = addRead(lines, i, texts);
      }
    }
    return texts;
  }

  private static Text excerpt(String chunk, String sentences) {
    List<String> shown =
        Arrays.stream(sentences.split("(?:^| )\\.\\.\\.(?: |$)", -1))
            .filter(sentence -> !sentence.isBlank() && !sentence.startsWith("("))
            .map(sentence -> sentence + ".")
            .toList();
    return new Text(chunk, shown, true);
  }

  /** Adds the chunk whose first rule is at an index. Returns the index of its last rule. */
  private static int addRead(List<String> lines, int rule, List<Text> texts) {
    int end = rule + 1;
    while (end < lines.size() && !lines.get(end).equals(RULE)) {
      end++;
    }
    String title = rule + 3 < end ? lines.get(rule + 1) : "";
    if (title.startsWith(READ) && title.endsWith("]")) {
      String chunk = title.substring(READ.length(), title.length() - 1);
      texts.add(new Text(chunk, lines.subList(rule + 3, end), false));
    }
    return end;
  }
}

package dev.arag.agent.extractive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the results of the tools in the paper profile. */
final class PaperResult {
  private static final String HIT = "Chunk ID: ";
  private static final String RULE = "=".repeat(80);
  private static final Pattern KEYWORD_HIT =
      Pattern.compile("Chunk ID: (.+), Matched keywords in chunk: (.*)");
  private static final Pattern SEMANTIC_HIT =
      Pattern.compile("Chunk ID: (.+) \\(Similarity: [-0-9.]+\\)");
  private static final Pattern READ = Pattern.compile("\\[Chunk (.+)]");
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
      Matcher keyword = KEYWORD_HIT.matcher(lines.get(i));
      Matcher semantic = SEMANTIC_HIT.matcher(lines.get(i));
      String next = i + 1 < lines.size() ? lines.get(i + 1) : "";
      if (keyword.matches()) {
        texts.add(excerpt(keyword.group(1), keyword.group(2)));
      } else if (semantic.matches() && next.startsWith(MATCHED)) {
        texts.add(excerpt(semantic.group(1), next.substring(MATCHED.length())));
      } else if (lines.get(i).equals(RULE)) {
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
    Matcher title = READ.matcher(rule + 1 < end ? lines.get(rule + 1) : "");
    if (title.matches() && rule + 3 < end) {
      texts.add(new Text(title.group(1), lines.subList(rule + 3, end), false));
    }
    return end;
  }
}

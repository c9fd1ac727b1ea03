package dev.arag.agent.internal.text;

/**
 * Extracts or replaces the text inside the fence of an observation. Only this part is quoted from
 * documents.
 */
public final class FencedText {
  private static final String OPEN = "<<<";
  private static final String CLOSE = "\n>>>";

  private FencedText() {}

  /** Returns the text inside the fence; empty if there is no fence. */
  public static String in(String observation) {
    int open = openAt(observation);
    int line = open < 0 ? -1 : observation.indexOf('\n', open);
    if (line < 0) {
      return "";
    }
    String code = observation.substring(open + OPEN.length(), line);
    int close = observation.indexOf(CLOSE + code, line);
    return close <= line ? "" : observation.substring(line + 1, close);
  }

  /** Returns only the fence, with another text inside; only the text if there is no fence. */
  public static String replaceIn(String observation, String text) {
    int open = openAt(observation);
    int line = open < 0 ? -1 : observation.indexOf('\n', open);
    if (line < 0) {
      return text;
    }
    String code = observation.substring(open + OPEN.length(), line);
    // The text must not close the fence.
    return OPEN + code + "\n" + text.replace(code, "") + CLOSE + code;
  }

  private static int openAt(String observation) {
    if (observation.startsWith(OPEN)) {
      return 0;
    }
    int line = observation.indexOf("\n" + OPEN);
    return line < 0 ? -1 : line + 1;
  }
}

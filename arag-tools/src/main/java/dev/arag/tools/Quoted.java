package dev.arag.tools;

/** What a model wrote, repeated to it on one line and not at length. */
final class Quoted {
  private static final int LONGEST = 80;

  private Quoted() {}

  /** In double quotes. */
  static String of(String text) {
    return "\"" + cut(text) + "\"";
  }

  static String cut(String text) {
    String line = OneLine.of(text);
    if (line.length() <= LONGEST) {
      return line;
    }
    int end = line.offsetByCodePoints(0, Math.min(LONGEST, line.codePointCount(0, LONGEST)));
    return line.substring(0, end) + "…";
  }
}

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
    return cut(text, LONGEST);
  }

  static String cut(String text, int longest) {
    String line = OneLine.of(text);
    if (line.length() <= longest) {
      return line;
    }
    int end = Character.isHighSurrogate(line.charAt(longest - 1)) ? longest - 1 : longest;
    return line.substring(0, end) + "…";
  }
}

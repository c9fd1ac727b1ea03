package dev.arag.tools;

import dev.arag.core.internal.string.Truncation;

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
    return Truncation.withEllipsis(OneLine.of(text), longest);
  }
}

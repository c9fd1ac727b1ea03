package dev.arag.tools.internal.text;

import dev.arag.core.internal.string.Truncation;

/** Text written by a model, repeated in a message to it: on one line and truncated. */
public final class QuotedInput {
  private static final int MAX_LENGTH = 80;

  private QuotedInput() {}

  /** In double quotes. */
  public static String quote(String text) {
    return "\"" + truncate(text) + "\"";
  }

  public static String truncate(String text) {
    return truncate(text, MAX_LENGTH);
  }

  public static String truncate(String text, int maxLength) {
    return Truncation.withEllipsis(SingleLine.of(text), maxLength);
  }
}

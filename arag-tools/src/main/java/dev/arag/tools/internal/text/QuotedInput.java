package dev.arag.tools.internal.text;

import dev.arag.core.internal.string.Truncation;

/**
 * Formats text that a model has written so that a message to the model can quote it: on one line
 * and truncated.
 */
public final class QuotedInput {
  private static final int MAX_LENGTH = 80;

  private QuotedInput() {}

  /** Truncates a text and encloses it in double quotes. */
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

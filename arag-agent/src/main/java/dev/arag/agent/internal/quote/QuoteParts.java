package dev.arag.agent.internal.quote;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a quote at ellipses. An ellipsis is the character {@code …} or at least three dots; it may
 * be in brackets.
 */
public final class QuoteParts {
  private QuoteParts() {}

  /** Returns the parts of the quote in normalized form, without blank parts. */
  public static List<String> keys(String quote) {
    List<String> keys = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < quote.length(); ) {
      int end = ellipsisEnd(quote, i);
      if (end > i) {
        addKey(keys, quote.substring(start, i));
        start = end;
      }
      i = Math.max(end, i + 1);
    }
    addKey(keys, quote.substring(start));
    return keys;
  }

  private static void addKey(List<String> keys, String part) {
    String key = NormalizedText.key(part);
    if (!key.isEmpty()) {
      keys.add(key);
    }
  }

  /**
   * Returns the end of the ellipsis that starts at an index; {@code start} if there is none. The
   * dots may be separated by spaces.
   */
  private static int ellipsisEnd(String text, int start) {
    int dots = 0;
    int end = start;
    for (int i = start; i < text.length(); i++) {
      char character = text.charAt(i);
      if (character == '.' || character == '…' || character == '⋯') {
        dots += character == '.' ? 1 : 3;
        end = i + 1;
      } else if (character != ' ' || i == start || i > end) {
        break;
      }
    }
    return dots >= 3 ? end : start;
  }
}

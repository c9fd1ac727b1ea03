package dev.arag.core.internal.string;

/** Truncates text to a maximum length in UTF-16 units. A surrogate pair is never split. */
public final class Truncation {
  private static final String ELLIPSIS = "…";

  private Truncation() {}

  /**
   * Returns the longest prefix of a text that has at most {@code length} units and does not split a
   * surrogate pair.
   */
  public static String prefix(String text, int length) {
    if (text.length() <= length) {
      return text;
    }
    return text.substring(0, splitsPair(text, length) ? length - 1 : length);
  }

  /**
   * Returns the longest suffix of a text that has at most {@code length} units and does not split a
   * surrogate pair.
   */
  public static String suffix(CharSequence text, int length) {
    int start = Math.max(0, text.length() - length);
    int from = splitsPair(text, start) ? start + 1 : start;
    return text.subSequence(from, text.length()).toString();
  }

  /**
   * Returns the text itself if it has at most {@code length} units, otherwise its {@link #prefix}
   * followed by an ellipsis.
   */
  public static String withEllipsis(String text, int length) {
    return text.length() <= length ? text : prefix(text, length) + ELLIPSIS;
  }

  private static boolean splitsPair(CharSequence text, int at) {
    return at > 0
        && at < text.length()
        && Character.isSurrogatePair(text.charAt(at - 1), text.charAt(at));
  }
}

package dev.arag.core.internal.string;

/** Cuts text to a length in UTF-16 units. It never cuts a surrogate pair in half. */
public final class Truncation {
  private static final String ELLIPSIS = "…";

  private Truncation() {}

  /** The beginning of a text: at most {@code length} units of it. */
  public static String prefix(String text, int length) {
    if (text.length() <= length) {
      return text;
    }
    return text.substring(0, splitsPair(text, length) ? length - 1 : length);
  }

  /** The end of a text: at most {@code length} units of it. */
  public static String suffix(CharSequence text, int length) {
    int start = Math.max(0, text.length() - length);
    int from = splitsPair(text, start) ? start + 1 : start;
    return text.subSequence(from, text.length()).toString();
  }

  /** The text itself, or its {@link #prefix} and an ellipsis if it is longer. */
  public static String withEllipsis(String text, int length) {
    return text.length() <= length ? text : prefix(text, length) + ELLIPSIS;
  }

  private static boolean splitsPair(CharSequence text, int at) {
    return at > 0
        && at < text.length()
        && Character.isSurrogatePair(text.charAt(at - 1), text.charAt(at));
  }
}

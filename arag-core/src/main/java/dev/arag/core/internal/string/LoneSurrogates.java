package dev.arag.core.internal.string;

import java.util.function.IntFunction;

/** Surrogates that are not part of a pair. UTF-8 cannot encode them. */
public final class LoneSurrogates {
  private LoneSurrogates() {}

  /** Returns whether a text contains a lone surrogate. */
  public static boolean isIn(String text) {
    return indexIn(text, 0) < text.length();
  }

  /**
   * Returns the offset of the first lone surrogate; the length of the text if there is none.
   *
   * @param from the offset at which the search starts, not inside a pair
   */
  public static int indexIn(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (Character.charCount(text.codePointAt(i)) == 1) {
          return i;
        }
        i++;
      }
    }
    return text.length();
  }

  /** Replaces each lone surrogate with U+FFFD. The length of the text does not change. */
  public static String replace(String text) {
    return replace(text, unit -> "\uFFFD");
  }

  /** Replaces each lone surrogate in a JSON text with its escape sequence. */
  public static String escape(String json) {
    return replace(json, unit -> "\\u" + Integer.toHexString(unit));
  }

  /** Replaces each lone surrogate with the text that a function returns for it. */
  public static String replace(String text, IntFunction<String> replacement) {
    int lone = indexIn(text, 0);
    if (lone == text.length()) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length() + 6);
    int done = 0;
    for (; lone < text.length(); lone = indexIn(text, done)) {
      out.append(text, done, lone).append(replacement.apply(text.charAt(lone)));
      done = lone + 1;
    }
    return out.append(text, done, text.length()).toString();
  }
}

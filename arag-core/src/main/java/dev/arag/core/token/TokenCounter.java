package dev.arag.core.token;

/** Measures text in tokens. Implementations are safe for use by several threads. */
public interface TokenCounter {
  /**
   * @return the length of the text in tokens; 0 only for the empty text
   */
  int count(String text);

  /**
   * Cuts text to a number of tokens, never inside a code point.
   *
   * @param tokens at least 0
   * @return the longest prefix found that counts at most {@code tokens}; the text itself if it fits
   */
  default String truncate(String text, int tokens) {
    if (tokens < 0) {
      throw new IllegalArgumentException("tokens must be >= 0, was " + tokens);
    }
    // A token is at least one UTF-8 byte, so a text of that few characters always fits.
    if (text.length() <= tokens / 4 || count(text) <= tokens) {
      return text;
    }
    int fits = 0;
    int tooLong = text.length();
    while (tooLong - fits > 1) {
      int middle = (fits + tooLong) >>> 1;
      if (count(prefix(text, middle)) <= tokens) {
        fits = middle;
      } else {
        tooLong = middle;
      }
    }
    return prefix(text, fits);
  }

  private static String prefix(String text, int length) {
    boolean splitsPair =
        length > 0
            && length < text.length()
            && Character.isHighSurrogate(text.charAt(length - 1))
            && Character.isLowSurrogate(text.charAt(length));
    return text.substring(0, splitsPair ? length - 1 : length);
  }

  /** Counts as OpenAI's o200k vocabulary does; special-token texts count as ordinary text. */
  static TokenCounter o200k() {
    return O200kTokenCounter.INSTANCE;
  }
}

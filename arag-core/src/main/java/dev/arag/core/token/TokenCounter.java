package dev.arag.core.token;

import dev.arag.core.internal.string.Truncation;

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
      if (count(Truncation.prefix(text, middle)) <= tokens) {
        fits = middle;
      } else {
        tooLong = middle;
      }
    }
    return Truncation.prefix(text, fits);
  }

  /** Counts as OpenAI's o200k vocabulary does; special-token texts count as ordinary text. */
  static TokenCounter o200k() {
    return O200kTokenCounter.INSTANCE;
  }
}

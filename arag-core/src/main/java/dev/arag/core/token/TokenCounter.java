package dev.arag.core.token;

import static java.util.Objects.requireNonNull;

import dev.arag.core.internal.string.Truncation;
import dev.arag.core.internal.token.O200kTokenCounter;

/** Measures text in tokens, the units of an LLM vocabulary. Implementations are thread-safe. */
public interface TokenCounter {
  /**
   * Counts the tokens of a text.
   *
   * @return the length of the text in tokens; 0 only for the empty text
   */
  int count(String text);

  /**
   * Truncates a text to a maximum number of tokens. The text is never cut inside a code point.
   *
   * @param tokens the maximum number of tokens, at least 0
   * @return the text itself if it has at most {@code tokens} tokens; otherwise a prefix that has at
   *     most this number, but is not necessarily the longest one
   */
  default String truncate(String text, int tokens) {
    requireNonNull(text, "text");
    if (tokens < 0) {
      throw new IllegalArgumentException("tokens must be >= 0, was " + tokens);
    }
    // A token has at least one UTF-8 byte, and a UTF-16 unit has at most three bytes, so such a
    // short text always fits.
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

  /**
   * Returns a counter for o200k, the vocabulary of OpenAI's models since GPT-4o. The names of
   * special tokens in a text are counted as ordinary text. The first count loads the vocabulary,
   * which takes 0.3 s and 30 MB of heap.
   */
  static TokenCounter o200k() {
    return O200kTokenCounter::count;
  }
}

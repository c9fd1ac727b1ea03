package dev.arag.index.internal.keyword;

import java.nio.charset.StandardCharsets;

/** Decodes single characters in UTF-8 text. */
final class Utf8 {
  private static final int MAX_BYTES = 4;

  private Utf8() {}

  /**
   * Returns the character that starts at an index.
   *
   * @param end the end of the text, which must be greater than the index
   */
  static int at(byte[] utf8, int at, int end) {
    if (utf8[at] >= 0) {
      return utf8[at];
    }
    int after = at + 1;
    while (after < end && after < at + MAX_BYTES && isContinuation(utf8[after])) {
      after++;
    }
    return decode(utf8, at, after);
  }

  /**
   * Returns the character that ends just before an index.
   *
   * @param start the start of the text, which must be less than the index
   */
  static int before(byte[] utf8, int at, int start) {
    int first = at - 1;
    if (utf8[first] >= 0) {
      return utf8[first];
    }
    while (first > start && first > at - MAX_BYTES && isContinuation(utf8[first])) {
      first--;
    }
    return decode(utf8, first, at);
  }

  private static boolean isContinuation(byte each) {
    return (each & 0xC0) == 0x80;
  }

  /**
   * Decodes one character. Invalid bytes are decoded as the replacement character, as in the JDK.
   */
  private static int decode(byte[] utf8, int start, int end) {
    return new String(utf8, start, end - start, StandardCharsets.UTF_8).codePointAt(0);
  }
}

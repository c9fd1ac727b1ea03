package dev.arag.index.internal.keyword;

import java.nio.charset.StandardCharsets;

/** Single characters of texts in UTF-8. */
final class Utf8 {
  private static final int LONGEST = 4;

  private Utf8() {}

  /**
   * The character that starts at a place.
   *
   * @param end of the text, after the place
   */
  static int at(byte[] utf8, int at, int end) {
    if (utf8[at] >= 0) {
      return utf8[at];
    }
    int after = at + 1;
    while (after < end && after < at + LONGEST && isInner(utf8[after])) {
      after++;
    }
    return decode(utf8, at, after);
  }

  /**
   * The character that ends at a place.
   *
   * @param start of the text, before the place
   */
  static int before(byte[] utf8, int at, int start) {
    int first = at - 1;
    if (utf8[first] >= 0) {
      return utf8[first];
    }
    while (first > start && first > at - LONGEST && isInner(utf8[first])) {
      first--;
    }
    return decode(utf8, first, at);
  }

  private static boolean isInner(byte each) {
    return (each & 0xC0) == 0x80;
  }

  /** Bytes that are no character become the one that the JDK puts in their place. */
  private static int decode(byte[] utf8, int start, int end) {
    return new String(utf8, start, end - start, StandardCharsets.UTF_8).codePointAt(0);
  }
}

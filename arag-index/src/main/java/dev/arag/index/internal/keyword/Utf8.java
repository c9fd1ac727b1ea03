package dev.arag.index.internal.keyword;

/**
 * Decodes single characters in UTF-8 text. The bytes of a damaged text are decoded as some
 * character.
 */
final class Utf8 {
  private static final int REPLACEMENT = 0xFFFD;

  private Utf8() {}

  /** Returns the number of bytes of the character that starts with a byte. */
  static int length(byte first) {
    return first >= 0 ? 1 : first >= (byte) 0xF0 ? 4 : first >= (byte) 0xE0 ? 3 : 2;
  }

  /**
   * Returns the character that starts at an index.
   *
   * @param end the end of the text, which must be greater than the index
   */
  static int at(byte[] utf8, int at, int end) {
    int first = utf8[at];
    if (first >= 0) {
      return first;
    }
    int length = length((byte) first);
    if (at + length > end) {
      return REPLACEMENT;
    }
    int codePoint = first & (0x7f >> length);
    for (int i = 1; i < length; i++) {
      codePoint = codePoint << 6 | (utf8[at + i] & 0x3f);
    }
    return codePoint <= Character.MAX_CODE_POINT ? codePoint : REPLACEMENT;
  }
}

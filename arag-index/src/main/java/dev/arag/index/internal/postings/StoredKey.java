package dev.arag.index.internal.postings;

import java.nio.charset.StandardCharsets;

/**
 * A key of a file.
 *
 * @param latin1 the UTF-8 bytes of the key, one character for each
 * @param start the offset of its postings in the body
 * @param length the length of its postings in bytes
 * @param isBitmap whether its postings are a bitmap of its chunks
 */
public record StoredKey(String latin1, long start, long length, boolean isBitmap) {
  byte[] bytes() {
    return latin1.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Returns the key as a text. */
  public String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  static String latin1(byte[] utf8) {
    return new String(utf8, StandardCharsets.ISO_8859_1);
  }

  /** Returns the UTF-8 bytes of a text, one character for each. */
  public static String latin1(String text) {
    return latin1(text.getBytes(StandardCharsets.UTF_8));
  }
}

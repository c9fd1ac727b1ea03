package dev.arag.index.internal.keyword;

import java.nio.charset.StandardCharsets;

/** A buffer with the folded texts of successive chunks, read at once. Reusable; not thread-safe. */
final class TextBlock {
  /** Fits the cache of one core, and is large enough to amortise the start of a search. */
  private static final int BYTES = 1 << 18;

  private byte[] utf8 = {};
  private long[] borders = {0};
  private int first;
  private int chunks;

  /**
   * Reads the texts of as many chunks as fit, at least one.
   *
   * @param borders start and end offsets of all texts of the group
   * @param first number of the first chunk to read, in the group
   * @param end number after the last chunk to read
   */
  void fill(KeywordReader reader, long[] borders, int first, int end) {
    this.borders = borders;
    this.first = first;
    chunks = 1;
    while (first + chunks < end && borders[first + chunks + 1] - borders[first] <= BYTES) {
      chunks++;
    }
    long length = borders[first + chunks] - borders[first];
    if (length > utf8.length) {
      // A single text may be longer than a block.
      utf8 = new byte[Math.toIntExact(Math.max(length, Math.min(BYTES, reader.length())))];
    }
    reader.read(borders[first], utf8, (int) length);
  }

  /** The number, within the group, of the first chunk in the buffer. */
  int first() {
    return first;
  }

  /** The number, within the group, after the last chunk in the buffer. */
  int endChunk() {
    return first + chunks;
  }

  int start(int chunk) {
    return (int) (borders[chunk] - borders[first]);
  }

  /** End of the text of a chunk in {@link #utf8}. */
  int end(int chunk) {
    return start(chunk + 1);
  }

  boolean isAscii(int chunk) {
    for (int i = start(chunk); i < end(chunk); i++) {
      if (utf8[i] < 0) {
        return false;
      }
    }
    return true;
  }

  /** The buffer; bytes after the last text are undefined. */
  byte[] utf8() {
    return utf8;
  }

  /** The texts of successive chunks, one character for each byte. */
  String asLatin1(int firstChunk, int endChunk) {
    int start = start(firstChunk);
    return new String(utf8, start, start(endChunk) - start, StandardCharsets.ISO_8859_1);
  }

  /** The text of a chunk. */
  String text(int chunk) {
    return new String(utf8, start(chunk), end(chunk) - start(chunk), StandardCharsets.UTF_8);
  }
}

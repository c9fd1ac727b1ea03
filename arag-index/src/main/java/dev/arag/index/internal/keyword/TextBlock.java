package dev.arag.index.internal.keyword;

import java.nio.charset.StandardCharsets;

/**
 * A reusable buffer for the folded texts of successive chunks, which are read together. Not
 * thread-safe.
 */
final class TextBlock {
  /**
   * The usual size of the buffer. It fits in the cache of one core and is large enough that the
   * fixed cost of starting a search does not matter.
   */
  private static final int BYTES = 1 << 18;

  private byte[] utf8 = {};
  private long[] borders = {0};
  private int first;
  private int chunks;

  /**
   * Reads the texts of as many chunks as fit in the buffer, but at least one text.
   *
   * @param borders the offsets at which the texts of the group start and end
   * @param first the number, within the group, of the first chunk to read
   * @param end the number of the last chunk that may be read, plus 1
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

  /** Returns the number, within the group, of the first chunk in the buffer. */
  int first() {
    return first;
  }

  /** Returns the number, within the group, of the last chunk in the buffer, plus 1. */
  int endChunk() {
    return first + chunks;
  }

  int start(int chunk) {
    return (int) (borders[chunk] - borders[first]);
  }

  /** Returns the index in {@link #utf8} at which the text of a chunk ends. */
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

  /** Returns the buffer. The bytes after the last text are undefined. */
  byte[] utf8() {
    return utf8;
  }

  /** Returns the texts of a range of chunks, with one character for each byte. */
  String asLatin1(int firstChunk, int endChunk) {
    int start = start(firstChunk);
    return new String(utf8, start, start(endChunk) - start, StandardCharsets.ISO_8859_1);
  }

  /** Returns the text of a chunk. */
  String text(int chunk) {
    return new String(utf8, start(chunk), end(chunk) - start(chunk), StandardCharsets.UTF_8);
  }
}

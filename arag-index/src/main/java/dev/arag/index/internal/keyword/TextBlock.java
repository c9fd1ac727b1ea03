package dev.arag.index.internal.keyword;

import java.nio.charset.StandardCharsets;

/** Folded texts of neighbouring chunks, read at once. Filled again and again, by one thread. */
final class TextBlock {
  /** Stays in a core's own cache, and is long beside what it costs to start a search. */
  private static final int BYTES = 1 << 18;

  private byte[] utf8 = {};
  private long[] borders = {0};
  private int first;
  private int chunks;

  /**
   * Takes the texts of as many chunks as there is room for, at least one.
   *
   * @param borders of all texts of a group
   * @param first chunk of the group
   * @param end the number after the last one
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
      // A single text may be longer than any block.
      utf8 = new byte[Math.toIntExact(Math.max(length, Math.min(BYTES, reader.length())))];
    }
    reader.read(borders[first], utf8, (int) length);
  }

  /** The first chunk that it holds, counted as the group counts. */
  int first() {
    return first;
  }

  /** The number after the last one. */
  int endChunk() {
    return first + chunks;
  }

  int start(int chunk) {
    return (int) (borders[chunk] - borders[first]);
  }

  /** Where the text of a chunk ends in {@link #utf8}. */
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

  /** The texts, of which there may be bytes left behind the last. */
  byte[] utf8() {
    return utf8;
  }

  /** The texts of neighbouring chunks, one character for each byte. */
  String asLatin1(int firstChunk, int endChunk) {
    int start = start(firstChunk);
    return new String(utf8, start, start(endChunk) - start, StandardCharsets.ISO_8859_1);
  }

  /** The text of a chunk. */
  String text(int chunk) {
    return new String(utf8, start(chunk), end(chunk) - start(chunk), StandardCharsets.UTF_8);
  }
}

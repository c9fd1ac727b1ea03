package dev.arag.index.internal.keyword;

import java.nio.charset.StandardCharsets;

/** Folded texts of neighbouring chunks, read at once. Filled again and again, by one thread. */
final class TextBlock {
  /** Stays in a core's own cache, and is long beside what it costs to start a search. */
  private static final int BYTES = 1 << 18;

  private static final int MOST_CHUNKS = 256;

  private byte[] utf8 = {};
  private long[] borders = {0};
  private int chunks;

  /** Takes the texts of as many chunks as there is room for, at least one. */
  void fill(KeywordReader reader, int firstChunk, int endChunk) {
    borders = reader.borders(firstChunk, firstChunk + Math.min(MOST_CHUNKS, endChunk - firstChunk));
    chunks = 1;
    while (chunks < borders.length - 1 && borders[chunks + 1] - borders[0] <= BYTES) {
      chunks++;
    }
    long length = borders[chunks] - borders[0];
    if (length > BYTES) {
      utf8 = reader.bytes(firstChunk);
      return;
    }
    if (length > utf8.length) {
      utf8 = new byte[(int) Math.min(BYTES, reader.length())];
    }
    reader.read(borders[0], utf8, (int) length);
  }

  /** How many chunks it holds. */
  int chunks() {
    return chunks;
  }

  /** Where the text of a chunk ends in {@link #asLatin1}; chunks are counted from 0. */
  int end(int chunk) {
    return (int) (borders[chunk + 1] - borders[0]);
  }

  private int start(int chunk) {
    return (int) (borders[chunk] - borders[0]);
  }

  boolean isAscii(int chunk) {
    for (int i = start(chunk); i < end(chunk); i++) {
      if (utf8[i] < 0) {
        return false;
      }
    }
    return true;
  }

  /** All texts, one character for each byte. */
  String asLatin1() {
    return new String(utf8, 0, end(chunks - 1), StandardCharsets.ISO_8859_1);
  }

  /** The text of a chunk. */
  String text(int chunk) {
    return new String(utf8, start(chunk), end(chunk) - start(chunk), StandardCharsets.UTF_8);
  }
}

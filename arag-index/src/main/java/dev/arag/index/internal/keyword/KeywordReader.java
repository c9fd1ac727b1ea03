package dev.arag.index.internal.keyword;

import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.LittleEndian;

/** Reads a keywords file. Safe for use by several threads. */
public final class KeywordReader {
  private final BlockReader file;
  private final int chunks;
  private final long ends;

  private KeywordReader(BlockReader file, int chunks, long ends) {
    this.file = file;
    this.chunks = chunks;
    this.ends = ends;
  }

  public static KeywordReader of(BlockReader file) {
    long trailer = file.length() - Long.BYTES;
    long chunks = file.readLong(trailer);
    if (chunks < 0 || chunks > trailer / Long.BYTES || chunks >= Integer.MAX_VALUE) {
      throw file.corrupt(trailer, "it claims " + chunks + " chunks");
    }
    return new KeywordReader(file, (int) chunks, trailer - chunks * Long.BYTES);
  }

  public int chunks() {
    return chunks;
  }

  /** How long all folded texts are together, in bytes. */
  public long length() {
    return ends;
  }

  /** The folded text of a chunk in UTF-8. */
  public byte[] bytes(int chunk) {
    requireChunk(chunk);
    long start = start(chunk);
    long end = end(chunk);
    requireText(chunk, start, end);
    return file.read(start, end - start);
  }

  private void requireChunk(int chunk) {
    if (chunk < 0 || chunk >= chunks) {
      throw file.corrupt(ends, "there is no chunk " + chunk);
    }
  }

  private void requireText(int chunk, long start, long end) {
    if (start < 0 || start > end || end > ends) {
      throw file.corrupt(endAt(chunk), "a text goes from " + start + " to " + end);
    }
  }

  /**
   * Where in the body the folded texts of neighbouring chunks start, and where the last one ends:
   * one number more than chunks.
   *
   * @param endChunk the number after the last one
   */
  long[] borders(int firstChunk, int endChunk) {
    requireChunk(endChunk - 1);
    int count = endChunk - firstChunk;
    byte[] stored = file.read(endAt(firstChunk), (long) count * Long.BYTES);
    long[] borders = new long[count + 1];
    borders[0] = start(firstChunk);
    for (int i = 0; i < count; i++) {
      borders[i + 1] = LittleEndian.getLong(stored, i * Long.BYTES);
      requireText(firstChunk + i, borders[i], borders[i + 1]);
    }
    return borders;
  }

  /** Copies bytes of the texts to the heap. */
  void read(long offset, byte[] target, int count) {
    file.read(offset, target, 0, count);
  }

  /**
   * Where in the body a folded text starts.
   *
   * @param chunk may be one more than the last, for the end
   */
  public long start(int chunk) {
    return chunk == 0 ? 0 : end(chunk - 1);
  }

  private long end(int chunk) {
    return file.readLong(endAt(chunk));
  }

  private long endAt(int chunk) {
    return ends + (long) chunk * Long.BYTES;
  }
}

package dev.arag.index.internal.postings;

import dev.arag.index.internal.file.BlockReader;

/**
 * Reads the postings of one key in ascending order. Only a few hundred bytes are kept on the heap.
 * Not thread-safe.
 */
public final class PostingCursor {
  private static final int BUFFER_BYTES = 512;

  private final BlockReader file;
  private final StoredKey key;
  private final boolean hasPositions;
  private final int chunks;
  private final byte[] buffer;
  private final long end;
  private long next;
  private int at;
  private int filled;
  private int chunk = -1;
  private int position;
  private int count;

  /** The bits of the chunk and its neighbors. */
  private byte bits;

  /**
   * @param chunks the number of chunks of the file
   */
  PostingCursor(BlockReader file, StoredKey key, boolean hasPositions, int chunks) {
    this.file = file;
    this.key = key;
    this.hasPositions = hasPositions;
    this.chunks = chunks;
    this.buffer = new byte[(int) Math.min(BUFFER_BYTES, key.length())];
    this.next = key.start();
    this.end = key.start() + key.length();
  }

  /**
   * Moves to the next posting. The first call moves to the first one.
   *
   * @return false if there are no more postings
   */
  public boolean next() {
    if (key.isBitmap()) {
      return nextBit();
    }
    if (at == filled && next == end) {
      return false;
    }
    long packed = readNumber();
    long newChunk = Math.max(chunk, 0) + (hasPositions ? packed : packed >>> 1);
    boolean isSameChunk = newChunk == chunk;
    if (newChunk >= chunks || (isSameChunk && !hasPositions)) {
      throw corrupt("a posting is in the wrong chunk");
    }
    if (hasPositions) {
      packed = readNumber();
      long place = (isSameChunk ? position : 0) + (packed >>> 1);
      if (place > Integer.MAX_VALUE || (isSameChunk && place == position)) {
        throw corrupt("a posting has a wrong position");
      }
      position = (int) place;
    }
    chunk = (int) newChunk;
    readCount((packed & 1) != 0);
    return true;
  }

  private boolean nextBit() {
    count = 1;
    do {
      chunk++;
      if (chunk % Byte.SIZE == 0) {
        if (at == filled && next == end) {
          return false;
        }
        bits = readByte();
      }
    } while ((bits >> chunk % Byte.SIZE & 1) == 0);
    if (chunk >= chunks) {
      throw corrupt("a posting is in the wrong chunk");
    }
    return true;
  }

  private void readCount(boolean isStored) {
    long stored = isStored ? readNumber() : 1;
    if (stored > Integer.MAX_VALUE || (isStored && stored < 2)) {
      throw corrupt("a posting has the count " + stored);
    }
    count = (int) stored;
  }

  private long readNumber() {
    long value = 0;
    for (int shift = 0; shift < Integer.SIZE + 7; shift += 7) {
      int read = readByte();
      value |= (long) (read & 0x7f) << shift;
      if (read >= 0) {
        return value;
      }
    }
    throw corrupt("a number of a posting is too long");
  }

  private byte readByte() {
    if (at == filled) {
      filled = (int) Math.min(buffer.length, end - next);
      if (filled == 0) {
        throw corrupt("the postings are too short");
      }
      file.read(next, buffer, 0, filled);
      next += filled;
      at = 0;
    }
    return buffer[at++];
  }

  private RuntimeException corrupt(String problem) {
    return file.corrupt(next - filled + at, problem + " (key " + key.text() + ")");
  }

  public int chunk() {
    return chunk;
  }

  /** Returns the position in the chunk; 0 if postings have no positions. */
  public int position() {
    return position;
  }

  /** Returns how often the key occurs at this place, at least 1. */
  public int count() {
    return count;
  }
}

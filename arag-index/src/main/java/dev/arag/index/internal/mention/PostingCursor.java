package dev.arag.index.internal.mention;

import dev.arag.index.internal.file.BlockReader;

/**
 * Reads the postings of one key in ascending order, by chunk, sentence and form. Only a few hundred
 * bytes are kept on the heap. Not thread-safe.
 */
public final class PostingCursor {
  private static final int BUFFER_BYTES = 512;

  private final BlockReader file;
  private final StoredKey key;
  private final int chunks;
  private final byte[] buffer;
  private long next;
  private int at;
  private int filled;
  private long left;
  private int chunk;
  private int sentence;
  private int count;
  private long countAtPlace;
  private int form;
  private boolean isFirst = true;

  /**
   * @param chunks the number of chunks of the file
   */
  PostingCursor(BlockReader file, StoredKey key, int chunks) {
    this.file = file;
    this.key = key;
    this.chunks = chunks;
    this.buffer = new byte[(int) Math.min(BUFFER_BYTES, key.length())];
    this.next = key.start();
    this.left = key.postings();
  }

  /**
   * Moves to the next posting. The first call moves to the first one.
   *
   * @return false if there are no more postings
   */
  public boolean next() {
    if (left == 0) {
      requireEnd();
      return false;
    }
    left--;
    long lastPlace = ((long) chunk << Integer.SIZE) + sentence;
    int lastForm = form;
    readPosting();
    long place = ((long) chunk << Integer.SIZE) + sentence;
    if (!isFirst && (place < lastPlace || (place == lastPlace && form <= lastForm))) {
      throw corrupt("postings are not in ascending order");
    }
    countAtPlace = count + (!isFirst && place == lastPlace ? countAtPlace : 0);
    if (countAtPlace > Integer.MAX_VALUE) {
      throw corrupt("a sentence has too many mentions");
    }
    isFirst = false;
    return true;
  }

  private void readPosting() {
    int distance = readInt();
    if (distance >= chunks - chunk) {
      throw corrupt("a posting is in an unknown chunk");
    }
    chunk += distance;
    long packed = readNumber();
    long nextSentence = (distance == 0 ? sentence : 0) + (packed >>> 1);
    if (nextSentence > Integer.MAX_VALUE) {
      throw corrupt("a posting is in an unknown sentence");
    }
    sentence = (int) nextSentence;
    count = (packed & 1) == 0 ? 1 : readInt();
    form = key.forms().size() > 1 ? readInt() : 0;
    if (count < 1 || form >= key.forms().size() || ((packed & 1) == 1 && count == 1)) {
      throw corrupt("a posting has the count " + count + " and the form " + form);
    }
  }

  private int readInt() {
    long value = readNumber();
    if (value > Integer.MAX_VALUE) {
      throw corrupt("a number of a posting is too large");
    }
    return (int) value;
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
      long end = key.start() + key.length();
      if (next == end) {
        throw corrupt("the postings are too short");
      }
      filled = (int) Math.min(buffer.length, end - next);
      file.read(next, buffer, 0, filled);
      next += filled;
      at = 0;
    }
    return buffer[at++];
  }

  private void requireEnd() {
    if (at != filled || next != key.start() + key.length()) {
      throw corrupt("the postings are too long");
    }
  }

  private RuntimeException corrupt(String problem) {
    return file.corrupt(next - filled + at, problem + " (key " + key.key() + ")");
  }

  public int chunk() {
    return chunk;
  }

  public int sentence() {
    return sentence;
  }

  /** Returns how often the sentence mentions the entity in the current form, at least 1. */
  public int count() {
    return count;
  }

  /** Returns the index of the current form in {@link StoredKey#forms()}. */
  public int form() {
    return form;
  }
}

package dev.arag.index.internal.postings;

/** Receives the keys of a chunk. */
@FunctionalInterface
public interface KeySink {
  /**
   * Adds one occurrence of a key.
   *
   * @param bytes an array that contains the UTF-8 of the key; not kept
   * @param start the index of the first byte
   * @param end the index after the last byte
   * @param position the position of the occurrence in the chunk, not before that of the occurrence
   *     before; 0 if positions do not matter
   * @param isCounted whether occurrences of the key at one position are counted; otherwise only the
   *     first of them has an effect
   */
  void add(byte[] bytes, int start, int end, int position, boolean isCounted);
}

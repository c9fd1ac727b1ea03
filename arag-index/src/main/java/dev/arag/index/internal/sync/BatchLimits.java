package dev.arag.index.internal.sync;

/**
 * The limits at which a batch is full. There is no time limit, so that the same sequence of calls
 * always produces the same files.
 *
 * @param sentences the number of sentences to embed; ignored for an index without vectors
 * @param textLength the total length of all texts in UTF-16 units
 * @param heapBytes roughly the bytes of the heap for words and names with their postings. More are
 *     written to temporary files, which does not end a batch
 */
public record BatchLimits(long sentences, long textLength, int heapBytes) {
  private static final int HEAP_BYTES = 8 << 20;

  public static final BatchLimits DEFAULT = new BatchLimits(8_192, 16L << 20);

  public BatchLimits(long sentences, long textLength) {
    this(sentences, textLength, HEAP_BYTES);
  }
}

package dev.arag.index.internal.sync;

/**
 * The limits at which a batch is full. There is no time limit, so that the same sequence of calls
 * always produces the same files.
 *
 * @param sentences the number of sentences to embed; ignored for an index without vectors
 * @param textLength the total length of all texts in UTF-16 units
 */
public record BatchLimits(long sentences, long textLength) {
  public static final BatchLimits DEFAULT = new BatchLimits(8_192, 16L << 20);
}

package dev.arag.index.internal.sync;

/**
 * The limits of a batch. Time is no criterion, so that the same calls produce the same files.
 *
 * @param sentences sentences to embed; ignored for an index without vectors
 * @param textLength text, in UTF-16 units
 */
public record BatchLimits(long sentences, long textLength) {
  public static final BatchLimits DEFAULT = new BatchLimits(8_192, 16L << 20);
}

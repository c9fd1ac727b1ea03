package dev.arag.index.internal.sync;

/**
 * When a batch is full. By what it holds, not by time, so that the same calls make the same files.
 *
 * @param sentences how many sentences to embed; those of an index without vectors do not count
 * @param textLength how much text, in UTF-16 units
 */
public record BatchLimits(long sentences, long textLength) {
  public static final BatchLimits DEFAULT = new BatchLimits(8_192, 16L << 20);
}

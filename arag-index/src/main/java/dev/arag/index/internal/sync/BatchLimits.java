package dev.arag.index.internal.sync;

import dev.arag.index.internal.mention.MentionCollector;

/**
 * The limits at which a batch is full. There is no time limit, so that the same sequence of calls
 * always produces the same files.
 *
 * @param sentences the number of sentences to embed; ignored for an index without vectors
 * @param textLength the total length of all texts in UTF-16 units
 * @param names the number of different names whose mentions are kept on the heap. More are written
 *     to temporary files, which does not end a batch
 */
public record BatchLimits(long sentences, long textLength, int names) {
  public static final BatchLimits DEFAULT = new BatchLimits(8_192, 16L << 20);

  public BatchLimits(long sentences, long textLength) {
    this(sentences, textLength, MentionCollector.MAX_NAMES);
  }
}

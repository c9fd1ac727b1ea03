package dev.arag.index;

import dev.arag.index.internal.sync.BatchLimits;
import java.nio.file.Path;

/** An index without embeddings that commits after about every second document. */
public final class SmallBatches {
  private SmallBatches() {}

  public static Index open(Path directory) {
    return builder(directory).openOrCreate();
  }

  public static Index.Builder builder(Path directory) {
    return Index.builder(directory)
        .withoutEmbeddings()
        .batchLimits(new BatchLimits(Long.MAX_VALUE, 100));
  }
}

package dev.arag.examples.cli;

import dev.arag.index.SyncProgress;
import java.util.function.LongSupplier;

/**
 * What there is to tell of a sync under way: how fast documents are read, and once sentences are
 * embedded, which takes most of the time, how fast that goes.
 */
final class ProgressReporter {
  private final ProgressLine line;
  private final LongSupplier nanoTime;
  private ProgressRate speed;
  private boolean isEmbedding;

  /**
   * @param nanoTime such as {@link System#nanoTime()}
   */
  ProgressReporter(ProgressLine line, LongSupplier nanoTime) {
    this.line = line;
    this.nanoTime = nanoTime;
    speed = new ProgressRate(nanoTime, 0, 0);
  }

  void tell(SyncProgress progress) {
    if (progress.embedded() > 0 && !isEmbedding) {
      // What was only looked at before went faster by far, and says nothing of what is left.
      isEmbedding = true;
      speed = new ProgressRate(nanoTime, progress.share(), progress.embedded());
    }
    long done = isEmbedding ? progress.embedded() : progress.documents();
    String what =
        isEmbedding
            ? Formatting.count(done, "sentence") + " embedded"
            : Formatting.count(done, "document") + " read";
    line.show(progress.share(), what + speed.of(progress.share(), done));
  }
}

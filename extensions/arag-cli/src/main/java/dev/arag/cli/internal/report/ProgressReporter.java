package dev.arag.cli.internal.report;

import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.ProgressLine;
import dev.arag.index.sync.SyncProgress;
import java.util.function.LongSupplier;

/**
 * Reports the progress of a sync: documents read, then sentences embedded, which takes most of the
 * time.
 */
public final class ProgressReporter {
  private final ProgressLine line;
  private final LongSupplier nanoTime;
  private ProgressRate rate;
  private boolean isEmbedding;

  /**
   * @param nanoTime such as {@link System#nanoTime()}
   */
  public ProgressReporter(ProgressLine line, LongSupplier nanoTime) {
    this.line = line;
    this.nanoTime = nanoTime;
    rate = new ProgressRate(nanoTime, 0, 0);
  }

  public void report(SyncProgress progress) {
    if (progress.embedded() > 0 && !isEmbedding) {
      // Embedding is much slower than reading, so a new measurement of the rate begins.
      isEmbedding = true;
      rate = new ProgressRate(nanoTime, progress.share(), progress.embedded());
    }
    long done = isEmbedding ? progress.embedded() : progress.documents();
    String what =
        isEmbedding
            ? Formatting.count(done, "sentence") + " embedded"
            : Formatting.count(done, "document") + " read";
    line.show(progress.share(), what + rate.format(progress.share(), done));
  }
}

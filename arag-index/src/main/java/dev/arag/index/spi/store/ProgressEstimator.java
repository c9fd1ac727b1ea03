package dev.arag.index.spi.store;

import static java.util.Objects.requireNonNull;

import dev.arag.index.sync.SyncProgress;
import java.util.function.Consumer;

/**
 * Estimates how much of a sync is complete, and reports the progress to a listener. Not
 * thread-safe.
 */
public final class ProgressEstimator {
  private final Consumer<SyncProgress> listener;
  private final int sources;
  private final SyncTally tally;
  private int sourcesDone = -1;
  private String source = "";
  private long expected;
  private long read;
  private double batchStart;

  /**
   * @param listener called on the thread of the sync; an exception that it throws ends the sync
   * @param sources the number of sources
   * @param tally the counts of the same sync
   */
  public ProgressEstimator(Consumer<SyncProgress> listener, int sources, SyncTally tally) {
    this.listener = requireNonNull(listener, "listener");
    this.sources = sources;
    this.tally = requireNonNull(tally, "tally");
  }

  /** Starts the next source, and reports its name before its first file is read. */
  void startSource(String name) {
    source = name;
    sourcesDone++;
    expected = 0;
    read = 0;
    report(batchStart, tally.withVectors());
  }

  /** Marks the current source as completely read. */
  void endSource() {
    expected = Math.max(1, read);
    read = expected;
  }

  /** Sets the number of files that the current source contains. */
  void expect(long files) {
    expected = files;
  }

  /**
   * Counts a file or document that was read, and reports the progress.
   *
   * @param willBeEmbedded whether any document read so far still has to be embedded
   */
  public void read(boolean willBeEmbedded) {
    read++;
    if (!willBeEmbedded) {
      batchStart = shareRead();
    }
    report(batchStart, tally.withVectors());
  }

  /**
   * Reports how many sentences of the current batch have vectors. {@link SyncTally#countEmbedded}
   * counts them only at the end of the batch.
   *
   * @param done the number of sentences of the batch that have vectors
   * @param total the number of all sentences of the batch
   */
  public void reportEmbedded(long done, long total) {
    double share = batchStart + (shareRead() - batchStart) * done / Math.max(1, total);
    report(share, tally.withVectors() + done);
  }

  /** Ends a batch. Call it after all documents read so far have been written. */
  public void endBatch() {
    batchStart = shareRead();
  }

  private double shareRead() {
    double inSource = expected == 0 ? 0 : Math.min(1, (double) read / expected);
    return (sourcesDone + inSource) / Math.max(1, sources);
  }

  private void report(double share, long withVectors) {
    listener.accept(
        new SyncProgress(source, share, tally.documents(), tally.sentences(), withVectors));
  }
}

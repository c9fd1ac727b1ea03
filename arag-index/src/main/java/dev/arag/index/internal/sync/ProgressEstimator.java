package dev.arag.index.internal.sync;

import dev.arag.index.SyncProgress;
import java.util.function.Consumer;

/** Works out how far a sync has come. For one thread. */
public final class ProgressEstimator {
  private final Consumer<SyncProgress> listener;
  private final int sources;
  private int sourcesDone = -1;
  private String source = "";
  private long expected;
  private long read;
  private double batchStart;

  /**
   * @param sources how many there are
   */
  public ProgressEstimator(Consumer<SyncProgress> listener, int sources) {
    this.listener = listener;
    this.sources = sources;
  }

  void startSource(String name) {
    source = name;
    sourcesDone++;
    expected = 0;
    read = 0;
  }

  /** All of the source was gone through. */
  void endSource() {
    expected = Math.max(1, read);
    read = expected;
  }

  /** How many files the source holds. */
  void expect(long files) {
    expected = files;
  }

  /**
   * A file or document was gone through.
   *
   * @param willBeEmbedded whether something read so far still waits for that
   */
  void read(SyncTally tally, boolean willBeEmbedded) {
    read++;
    if (!willBeEmbedded) {
      batchStart = shareRead();
    }
    tell(batchStart, tally, tally.withVectors());
  }

  /**
   * Sentences of a batch have their vectors.
   *
   * @param done of this batch
   * @param total of this batch
   */
  void embedded(SyncTally tally, long done, long total) {
    double share = batchStart + (shareRead() - batchStart) * done / Math.max(1, total);
    tell(share, tally, tally.withVectors() + done);
  }

  /** What was read so far is published. */
  void endBatch() {
    batchStart = shareRead();
  }

  private double shareRead() {
    double inSource = expected == 0 ? 0 : Math.min(1, (double) read / expected);
    return (sourcesDone + inSource) / Math.max(1, sources);
  }

  private void tell(double share, SyncTally tally, long withVectors) {
    listener.accept(
        new SyncProgress(source, share, tally.documents(), tally.sentences(), withVectors));
  }
}

package dev.arag.index.internal.sync;

import dev.arag.index.internal.commit.CommitPoint;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.commit.Segment;
import dev.arag.index.internal.commit.StaleWriterException;
import dev.arag.index.internal.commit.UnconfirmedCommitException;
import dev.arag.index.internal.failure.Interruptions;
import dev.arag.index.internal.store.DiskFailure;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Commits a transaction and merges segments that are due. Not thread-safe. */
public final class TransactionCommitter {
  private final IndexTransaction transaction;
  private final Consumer<CommitPoint> onCommit;
  private boolean mayMerge = true;

  /**
   * @param onCommit called with each commit
   */
  TransactionCommitter(IndexTransaction transaction, Consumer<CommitPoint> onCommit) {
    this.transaction = transaction;
    this.onCommit = onCommit;
  }

  public IndexTransaction transaction() {
    return transaction;
  }

  /** Commits pending changes. An interrupt is deferred until the outcome is known. */
  public void commit() throws IOException {
    if (!transaction.hasChanges()) {
      return;
    }
    Interruptions.check();
    boolean interrupted = Thread.interrupted();
    try {
      onCommit.accept(transaction.commit());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Merges and commits all segments that are due. A failure loses nothing; the next sync tries
   * again.
   *
   * @param merged called with the merged segments and the new one
   * @param warn called with the failure of a merge
   */
  public void mergeDueSegments(BiConsumer<List<Segment>, Segment> merged, Consumer<String> warn)
      throws IOException {
    try {
      while (mayMerge && !transaction.segmentsDueForMerge().isEmpty()) {
        List<Segment> due = transaction.segmentsDueForMerge();
        merge(due);
        lastSegment().ifPresent(last -> merged.accept(due, last));
      }
    } catch (StaleWriterException | UnconfirmedCommitException e) {
      throw e;
    } catch (IOException e) {
      mayMerge = false;
      transaction.discard();
      warn.accept("segments could not be merged: " + DiskFailure.describe(e));
    }
  }

  private Optional<Segment> lastSegment() {
    List<Segment> segments = transaction.published().segments();
    return segments.isEmpty() ? Optional.empty() : Optional.of(segments.get(segments.size() - 1));
  }

  /** Merges segments into one and commits it. */
  void merge(List<Segment> segments) throws IOException {
    transaction.merge(segments, Interruptions::check);
    commit();
  }
}

package dev.arag.index.internal.sync;

import dev.arag.core.embed.Embedder;
import dev.arag.index.internal.commit.CommitPoint;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.commit.Segment;
import dev.arag.index.internal.commit.StaleWriterException;
import dev.arag.index.internal.commit.UnconfirmedCommitException;
import dev.arag.index.internal.store.DiskFailure;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Commits a transaction, and merges segments when a merge is due. Not thread-safe. */
public final class TransactionCommitter {
  private final IndexTransaction transaction;
  private final Consumer<CommitPoint> onCommit;
  private final Cancellation cancellation;
  private final ComputedVectors computed;
  private boolean mayMerge = true;

  /**
   * @param onCommit called with each new commit
   */
  TransactionCommitter(
      IndexTransaction transaction,
      Consumer<CommitPoint> onCommit,
      Cancellation cancellation,
      ComputedVectors computed) {
    this.transaction = transaction;
    this.onCommit = onCommit;
    this.cancellation = cancellation;
    this.computed = computed;
  }

  public IndexTransaction transaction() {
    return transaction;
  }

  /** The cancellation of the operation, which must be checked before each step. */
  public Cancellation cancellation() {
    return cancellation;
  }

  /** The vectors that are not committed yet. */
  ComputedVectors computed() {
    return computed;
  }

  /**
   * Stores the vectors of a commit whose documents are rebuilt, for the sentences of this operation
   * and, if it is interrupted, of the next one.
   */
  public void keepVectors(CommitPoint replaced, Embedder encoder) throws IOException {
    computed.keep(replaced, encoder, cancellation);
  }

  /**
   * Commits pending changes. If the thread is interrupted or the operation is cancelled during the
   * commit, the commit is completed first.
   */
  public void commit() throws IOException {
    if (!transaction.hasChanges()) {
      return;
    }
    cancellation.check();
    cancellation.forbidInterrupt();
    boolean interrupted = Thread.interrupted();
    try {
      onCommit.accept(transaction.commit());
      computed.committed();
    } finally {
      cancellation.allowInterrupt();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Merges and commits all segments that are due for a merge. If a merge fails, no data is lost,
   * and the next sync tries again.
   *
   * @param merged called with the segments that were merged and the new segment
   * @param warn called with a message if a merge fails
   */
  public void mergeDueSegments(BiConsumer<List<Segment>, Segment> merged, Consumer<String> warn)
      throws IOException {
    try {
      while (mayMerge && !transaction.segmentsDueForMerge().isEmpty()) {
        List<Segment> due = transaction.segmentsDueForMerge();
        merge(due);
        lastSegment().ifPresent(last -> merged.accept(due, last));
      }
    } catch (StaleWriterException | UnconfirmedCommitException | ClosedByInterruptException e) {
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

  /** Merges segments into one segment and commits the result. */
  void merge(List<Segment> segments) throws IOException {
    transaction.merge(segments, cancellation::check);
    commit();
  }
}

package dev.arag.index.internal.sync;

import static java.util.Objects.requireNonNull;

import dev.arag.core.embed.Embedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.error.IndexLockedException;
import dev.arag.index.internal.commit.CommitPoint;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.commit.Segment;
import dev.arag.index.internal.commit.StaleWriterException;
import dev.arag.index.internal.commit.UnconfirmedCommitException;
import dev.arag.index.internal.commit.WriteAccess;
import dev.arag.index.internal.diagnostics.Diagnostic;
import dev.arag.index.internal.store.DiskFailure;
import dev.arag.index.internal.store.Store;
import dev.arag.index.internal.vector.VectorWriter;
import dev.arag.index.spi.split.IndexSettings;
import dev.arag.index.spi.store.EmbeddingPass;
import dev.arag.index.spi.store.SyncTally;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One operation with exclusive write access to an index. The operation makes its changes in a
 * {@linkplain #transaction() transaction}; the session commits them and merges segments. At the
 * end, files that were not committed are deleted. The index directory is also deleted if this
 * session created it and it contains no file. Disk failures are converted into exceptions whose
 * messages name the index and tell the user what to do. Use one instance per operation. Not
 * thread-safe.
 */
public final class WriteSession {
  /** The interval between two attempts to get the lock. */
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Store store;
  private final Object location;
  private final Consumer<CommitPoint> onCommit;
  private final Cancellation cancellation;
  private final ComputedVectors computed;
  private @Nullable IndexTransaction transaction;
  private boolean mayMerge = true;

  /** An operation that writes and commits. */
  @FunctionalInterface
  public interface WriteOperation<T> {
    T run(WriteSession session) throws IOException;
  }

  /**
   * @param location the location of the index, for use in messages
   * @param onCommit called with each new commit
   * @param cancellation cancels the operation
   */
  public WriteSession(
      Store store, Object location, Consumer<CommitPoint> onCommit, Cancellation cancellation) {
    this.store = store;
    this.location = location;
    this.onCommit = onCommit;
    this.cancellation = cancellation;
    this.computed = new ComputedVectors(store, cancellation::check);
  }

  /** Returns the exception of a writer that did not get the lock. */
  public static IndexLockedException newLockedException(Store store, Object location) {
    String holder = store.lockHolder();
    return new IndexLockedException(
        location
            + " is locked by another writer"
            + (holder.isEmpty() ? "" : " (" + holder + ")")
            + ". Retry when it has finished.");
  }

  /**
   * Runs an operation.
   *
   * @param newest returns the newest commit; called after write access was acquired, so that no
   *     other writer can publish a newer one
   * @param deadlineNanos the {@link System#nanoTime} until which to wait for another writer
   * @param last runs after the operation, also if it failed, unless another writer has the lock
   * @throws dev.arag.index.sync.WriteCancelledException if the operation was cancelled
   * @throws IndexLockedException if another writer still has the lock at the deadline
   */
  public <T> T run(
      Supplier<CommitPoint> newest, long deadlineNanos, WriteOperation<T> work, Step last) {
    try {
      cancellation.check();
      try (WriteAccess access = acquire(deadlineNanos);
          computed) {
        try {
          transaction = new IndexTransaction(store, access, newest.get());
          T result;
          try {
            result = work.run(this);
          } catch (IOException | RuntimeException e) {
            // Its earlier commits remain.
            transaction().discard();
            runAfter(e, access, last);
            throw e;
          }
          computed.finished();
          last.run();
          return result;
        } catch (IOException | CorruptIndexException e) {
          if (isLost(access, e)) {
            throw new StaleWriterException(e);
          }
          throw e;
        }
      } finally {
        removeCreatedDirectory();
      }
    } catch (IOException | RuntimeException e) {
      throw failure(e);
    }
  }

  private static void runAfter(Exception failure, WriteAccess access, Step last) {
    try {
      if (!access.isLost()) {
        last.run();
      }
    } catch (IOException | RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  /**
   * Whether a lost lock is the cause of a failure. If another writer has taken over the lock, files
   * of this writer may be missing, or its file names may already exist.
   */
  private static boolean isLost(WriteAccess access, Exception failure) throws IOException {
    return failure instanceof FileAlreadyExistsException
        || ((failure instanceof NoSuchFileException || failure instanceof CorruptIndexException)
            && access.isLost());
  }

  /** Returns the exception that tells the user what to do. */
  private RuntimeException failure(Exception e) {
    if (e instanceof StaleWriterException) {
      return new IndexLockedException(
          "Another writer has taken the lock of "
              + location
              + ". Earlier commits are kept. Run the operation again to complete it.",
          e);
    }
    if (e instanceof UnconfirmedCommitException unconfirmed) {
      return new CorpusException(
          ("The last commit of %s is readable, but the disk did not confirm that it would"
                  + " survive a power loss: %s. Check the disk and write again.")
              .formatted(location, DiskFailure.describe(unconfirmed)),
          e);
    }
    if (cancellation.isCauseOf(e)) {
      return cancellation.newException(e);
    }
    if (e instanceof RuntimeException failure) {
      return failure;
    }
    return new CorpusException(
        ("Cannot write %s: %s. Earlier commits are unchanged. Free space or check the"
                + " permissions, then try again.")
            .formatted(location, DiskFailure.describe((IOException) e)),
        e);
  }

  /** Waits until no other process and no other object of this process writes to the index. */
  private WriteAccess acquire(long deadlineNanos) throws IOException {
    store.createDirectory();
    while (true) {
      if (!store.exists()) {
        // The other writer created the directory and has removed it without a commit.
        store.createDirectory();
      }
      Optional<WriteAccess> access = WriteAccess.acquire(store, new SecureRandom()::nextLong);
      if (access.isPresent()) {
        return access.get();
      }
      long left = deadlineNanos - System.nanoTime();
      if (left <= 0 || store.isLockedByCurrentThread()) {
        throw newLockedException(store, location);
      }
      pause(Math.min(left, RETRY_NANOS));
    }
  }

  private void pause(long nanos) {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException e) {
      throw cancellation.newException(e);
    }
  }

  private void removeCreatedDirectory() {
    try {
      store.removeCreatedDirectory();
    } catch (IOException e) {
      // An empty directory remains.
    }
  }

  /** Returns the changes of the operation since the last commit. */
  public IndexTransaction transaction() {
    return requireNonNull(transaction, "The session has no write access");
  }

  /** The cancellation of the operation, which must be checked before each step. */
  public Cancellation cancellation() {
    return cancellation;
  }

  /** Returns a pass over the documents of a segment, which {@link #end} completes. */
  EmbeddingPass embeddingPass(Embedder embedder, VectorWriter out, LongConsumer progress)
      throws IOException {
    computed.open(embedder);
    return new EmbeddingPass(embedder, transaction().settings(), computed, out::add, progress);
  }

  /** Returns the problems of the embedder, and adds the counts and warnings of a pass. */
  List<Diagnostic> end(EmbeddingPass pass, SyncTally tally) throws IOException {
    pass.flush();
    computed.takeWarnings().forEach(tally::warn);
    pass.report(tally);
    return computed.takeDiagnostics();
  }

  /** The vectors that are not committed yet. */
  ComputedVectors computed() {
    return computed;
  }

  /**
   * Stores the vectors of a commit whose documents are rebuilt, for the sentences of this operation
   * and, if it is interrupted, of the next one.
   *
   * @param given has the rules of the commit
   */
  public void keepVectors(CommitPoint replaced, IndexSettings given, Embedder embedder)
      throws IOException {
    IndexSettings settings = replaced.manifest().settings().withRulesOf(given);
    computed.keep(replaced, settings, embedder);
  }

  /**
   * Commits pending changes. If the thread is interrupted or the operation is cancelled during the
   * commit, the commit is completed first.
   */
  public void commit() throws IOException {
    if (!transaction().hasChanges()) {
      return;
    }
    cancellation.check();
    runUninterrupted(
        () -> {
          onCommit.accept(transaction().commit());
          computed.committed();
        });
  }

  /** A step that writes files. */
  @FunctionalInterface
  public interface Step {
    void run() throws IOException;
  }

  /** Runs a step to its end, also if the thread is interrupted or the operation is cancelled. */
  public void runUninterrupted(Step step) throws IOException {
    cancellation.forbidInterrupt();
    boolean interrupted = Thread.interrupted();
    try {
      step.run();
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
      while (mayMerge && !transaction().segmentsDueForMerge().isEmpty()) {
        List<Segment> due = transaction().segmentsDueForMerge();
        merge(due);
        lastSegment().ifPresent(last -> merged.accept(due, last));
      }
    } catch (StaleWriterException | UnconfirmedCommitException | ClosedByInterruptException e) {
      throw e;
    } catch (IOException e) {
      mayMerge = false;
      transaction().discard();
      warn.accept(
          "segments could not be merged, so the index is larger than necessary until the next sync:"
              + " "
              + DiskFailure.describe(e));
    }
  }

  private Optional<Segment> lastSegment() {
    List<Segment> segments = transaction().published().segments();
    return segments.isEmpty() ? Optional.empty() : Optional.of(segments.get(segments.size() - 1));
  }

  /** Merges segments into one segment and commits the result. */
  void merge(List<Segment> segments) throws IOException {
    transaction().merge(segments, cancellation::check);
    commit();
  }
}

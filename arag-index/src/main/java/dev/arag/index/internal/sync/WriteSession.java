package dev.arag.index.internal.sync;

import dev.arag.core.error.CorpusException;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.error.IndexLockedException;
import dev.arag.index.internal.commit.CommitPoint;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.commit.StaleWriterException;
import dev.arag.index.internal.commit.UnconfirmedCommitException;
import dev.arag.index.internal.commit.WriteAccess;
import dev.arag.index.internal.store.DiskFailure;
import dev.arag.index.internal.store.Store;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs one operation with exclusive write access to an index. At the end, files that were not
 * committed are deleted. The index directory is also deleted if this session created it and it
 * contains no file. Disk failures are converted into exceptions whose messages name the index and
 * tell the user what to do.
 */
public final class WriteSession {
  /** The interval between two attempts to get the lock. */
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Store store;
  private final Object location;
  private final Consumer<CommitPoint> onCommit;
  private final Cancellation cancellation;

  /** An operation that writes and commits. */
  @FunctionalInterface
  public interface WriteOperation<T> {
    T run(TransactionCommitter commits) throws IOException;
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
   * @throws dev.arag.index.WriteCancelledException if the operation was cancelled
   * @throws IndexLockedException if another writer still has the lock at the deadline
   */
  public <T> T run(Supplier<CommitPoint> newest, long deadlineNanos, WriteOperation<T> work) {
    try {
      return runWith(newest, deadlineNanos, work);
    } catch (RuntimeException e) {
      throw cancellation.isCauseOf(e) ? cancellation.newException(e) : e;
    } catch (StaleWriterException e) {
      throw new IndexLockedException(
          "Another writer has taken the lock of "
              + location
              + ". Earlier commits are kept. Run the operation again to complete it.",
          e);
    } catch (UnconfirmedCommitException e) {
      throw new CorpusException(
          "The last commit of "
              + location
              + " is readable, but the disk did not confirm that it would survive a power loss: "
              + DiskFailure.describe(e)
              + ". Check the disk and write again.",
          e);
    } catch (IOException e) {
      if (cancellation.isCauseOf(e)) {
        throw cancellation.newException(e);
      }
      throw new CorpusException(
          "Cannot write "
              + location
              + ": "
              + DiskFailure.describe(e)
              + ". Earlier commits are unchanged. Free space or check the permissions, then"
              + " try again.",
          e);
    }
  }

  private <T> T runWith(Supplier<CommitPoint> newest, long deadlineNanos, WriteOperation<T> work)
      throws IOException {
    cancellation.check();
    try (WriteAccess access = acquire(deadlineNanos)) {
      return run(access, newest, work);
    } finally {
      removeCreatedDirectory();
    }
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

  /**
   * Runs the operation and detects a lost lock. If another writer has taken over the lock, files of
   * this writer may be missing, or its file names may already exist.
   */
  private <T> T run(WriteAccess access, Supplier<CommitPoint> newest, WriteOperation<T> work)
      throws IOException {
    try (ComputedVectors computed = new ComputedVectors(store)) {
      IndexTransaction transaction = new IndexTransaction(store, access, newest.get());
      T result = work.run(new TransactionCommitter(transaction, onCommit, cancellation, computed));
      computed.finished();
      return result;
    } catch (FileAlreadyExistsException e) {
      throw new StaleWriterException(e);
    } catch (NoSuchFileException | CorruptIndexException e) {
      if (access.isLost()) {
        throw new StaleWriterException(e);
      }
      throw e;
    }
  }

  private void removeCreatedDirectory() {
    try {
      store.removeCreatedDirectory();
    } catch (IOException e) {
      // An empty directory remains.
    }
  }
}

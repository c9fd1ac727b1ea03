package dev.arag.index.internal.sync;

import dev.arag.core.error.CorpusException;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.error.IndexLockedException;
import dev.arag.index.internal.commit.CommitPoint;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.commit.StaleWriterException;
import dev.arag.index.internal.commit.UnconfirmedCommitException;
import dev.arag.index.internal.commit.WriteAccess;
import dev.arag.index.internal.failure.Interruptions;
import dev.arag.index.internal.store.DiskFailure;
import dev.arag.index.internal.store.Store;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.security.SecureRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs one operation with exclusive write access to an index. At the end, files that were not
 * committed are deleted. The index directory is also deleted if this session created it and it
 * contains no commit. Disk failures are converted into exceptions whose messages name the index and
 * tell the user what to do.
 */
public final class WriteSession {
  private final Store store;
  private final Object location;
  private final Consumer<CommitPoint> onCommit;

  /** An operation that writes and commits. */
  @FunctionalInterface
  public interface WriteOperation<T> {
    T run(TransactionCommitter commits) throws IOException;
  }

  /**
   * @param location the location of the index, for use in messages
   * @param onCommit called with each new commit
   */
  public WriteSession(Store store, Object location, Consumer<CommitPoint> onCommit) {
    this.store = store;
    this.location = location;
    this.onCommit = onCommit;
  }

  public static IndexLockedException newLockedException(Object location) {
    return new IndexLockedException(
        location + " is locked by another writer. Retry when it has finished.");
  }

  /**
   * Runs an operation.
   *
   * @param newest returns the newest commit; called after write access was acquired, so that no
   *     other writer can publish a newer one
   */
  public <T> T run(Supplier<CommitPoint> newest, WriteOperation<T> work) {
    try {
      return runWith(newest, work);
    } catch (ClosedByInterruptException e) {
      throw Interruptions.failure(new InterruptedException());
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

  private <T> T runWith(Supplier<CommitPoint> newest, WriteOperation<T> work) throws IOException {
    Interruptions.check();
    store.createDirectory();
    try (WriteAccess access =
        WriteAccess.acquire(store, new SecureRandom()::nextLong)
            .orElseThrow(() -> newLockedException(location))) {
      return run(access, newest, work);
    } finally {
      removeCreatedDirectory();
    }
  }

  /**
   * Runs the operation and detects a lost lock. If another writer has taken over the lock, files of
   * this writer may be missing, or its file names may already exist.
   */
  private <T> T run(WriteAccess access, Supplier<CommitPoint> newest, WriteOperation<T> work)
      throws IOException {
    try {
      return work.run(
          new TransactionCommitter(new IndexTransaction(store, access, newest.get()), onCommit));
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

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
 * Exclusive write access to an index for one operation. Files that were not committed are removed
 * at the end, and so is a directory that was created and holds no commit. Disk failures become
 * exceptions that name the index and a remedy.
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
   * @param location the index, for messages
   * @param onCommit called with each commit
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
   * @param newest returns the newest commit; called while no other writer can change it
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
          "The last commit to "
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

  /** A writer that lost its lock may find its files missing, or its file names in use. */
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

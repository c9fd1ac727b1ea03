package dev.arag.index.internal.sync;

import dev.arag.core.error.CorpusException;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.error.IndexLockedException;
import dev.arag.index.internal.commit.Generation;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.commit.TakenOverException;
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
  private final Object place;
  private final Consumer<Generation> published;

  /** An operation that writes and commits. */
  @FunctionalInterface
  public interface Work<T> {
    T run(TransactionCommits commits) throws IOException;
  }

  /**
   * @param place the index, for messages
   * @param published called with each commit
   */
  public WriteSession(Store store, Object place, Consumer<Generation> published) {
    this.store = store;
    this.place = place;
    this.published = published;
  }

  public static IndexLockedException locked(Object place) {
    return new IndexLockedException(
        place + " is locked by another writer. Retry when it has finished.");
  }

  /**
   * @param newest returns the newest commit; called while no other writer can change it
   */
  public <T> T run(Supplier<Generation> newest, Work<T> work) {
    try {
      return runWith(newest, work);
    } catch (ClosedByInterruptException e) {
      throw Interruptions.failure(new InterruptedException());
    } catch (TakenOverException e) {
      throw new IndexLockedException(
          "Another writer has taken the lock of "
              + place
              + ". Earlier commits are kept; retry the rest.",
          e);
    } catch (UnconfirmedCommitException e) {
      throw new CorpusException(
          "The last commit to "
              + place
              + " is readable, but may not survive a power loss: "
              + DiskFailure.describe(e)
              + ". Check the disk and write again.",
          e);
    } catch (IOException e) {
      throw new CorpusException(
          "Cannot write "
              + place
              + ": "
              + DiskFailure.describe(e)
              + ". Earlier commits are unchanged. Free disk space or check the permissions, then"
              + " retry.",
          e);
    }
  }

  private <T> T runWith(Supplier<Generation> newest, Work<T> work) throws IOException {
    Interruptions.check();
    store.makeDirectory();
    try (WriteAccess access =
        WriteAccess.take(store, new SecureRandom()::nextLong).orElseThrow(() -> locked(place))) {
      return run(access, newest, work);
    } finally {
      removeMadeDirectory();
    }
  }

  /** A writer that lost its lock may find its files missing, or its file names in use. */
  private <T> T run(WriteAccess access, Supplier<Generation> newest, Work<T> work)
      throws IOException {
    try {
      return work.run(
          new TransactionCommits(new IndexTransaction(store, access, newest.get()), published));
    } catch (FileAlreadyExistsException e) {
      throw new TakenOverException(e);
    } catch (NoSuchFileException | CorruptIndexException e) {
      if (access.isLost()) {
        throw new TakenOverException(e);
      }
      throw e;
    }
  }

  private void removeMadeDirectory() {
    try {
      store.removeMadeDirectory();
    } catch (IOException e) {
      // An empty directory remains.
    }
  }
}

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
 * A time of writing. However it ends, only what was published stays, and no directory where there
 * was none. Failures of the disk come out as what a user can act on.
 */
public final class WriteSession {
  private final Store store;
  private final Object place;
  private final Consumer<Generation> published;

  /** Work that writes, on top of what is published. */
  @FunctionalInterface
  public interface Work<T> {
    T run(TransactionCommits commits) throws IOException;
  }

  /**
   * @param place the index, for messages
   * @param published hears of each state that is published
   */
  public WriteSession(Store store, Object place, Consumer<Generation> published) {
    this.store = store;
    this.place = place;
    this.published = published;
  }

  public static IndexLockedException locked(Object place) {
    return new IndexLockedException(
        "Somebody is writing to " + place + " already. Try again when that is done.");
  }

  /**
   * @param newest tells what is published, once nobody else can change it
   */
  public <T> T run(Supplier<Generation> newest, Work<T> work) {
    try {
      return runWith(newest, work);
    } catch (ClosedByInterruptException e) {
      throw Interruptions.failure(new InterruptedException());
    } catch (TakenOverException e) {
      throw new IndexLockedException(
          "Another writer took over "
              + place
              + ". What was committed before stays; do the rest again.",
          e);
    } catch (UnconfirmedCommitException e) {
      throw new CorpusException(
          "What was written to "
              + place
              + " can be read, but the disk did not confirm that it would survive a power loss: "
              + DiskFailure.describe(e)
              + ". Check the disk, and write again.",
          e);
    } catch (IOException e) {
      throw new CorpusException(
          "Cannot write "
              + place
              + ": "
              + DiskFailure.describe(e)
              + ". What was committed before is unchanged. Free space or check its permissions, and"
              + " try again.",
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

  /** One who was taken over meets files that are gone, or others' under the names of its own. */
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
      // An empty directory is left.
    }
  }
}

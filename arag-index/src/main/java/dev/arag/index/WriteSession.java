package dev.arag.index;

import dev.arag.core.error.IndexLockedException;
import dev.arag.index.internal.commit.Generation;
import dev.arag.index.internal.commit.Manifest;
import dev.arag.index.internal.commit.Publisher;
import dev.arag.index.internal.commit.Settings;
import dev.arag.index.internal.store.Store;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/**
 * A time of writing. However it ends, only what is published stays: the files of the old state or
 * those of the new one, and no directory where there was none.
 */
final class WriteSession implements AutoCloseable {
  private final Store store;
  private final Object place;
  private final Publisher publisher;
  private @Nullable Closeable lock;

  WriteSession(Store store, Object place) {
    this.store = store;
    this.place = place;
    this.publisher = new Publisher(store);
  }

  /**
   * Makes room, and tells what is published now.
   *
   * @throws IndexLockedException if another process or another {@code Index} writes there
   */
  Manifest begin(Settings forNewIndex) throws IOException {
    Interruption.check();
    store.makeDirectory();
    lock = store.tryLock();
    if (lock == null) {
      throw locked(place);
    }
    publisher.removeUnlisted();
    try {
      return Manifest.read(store);
    } catch (NoSuchFileException nothingYet) {
      return Generation.none(forNewIndex).manifest();
    }
  }

  static IndexLockedException locked(Object place) {
    return new IndexLockedException(
        "Somebody is writing to " + place + " already. Try again when that is done.");
  }

  /** An interrupt waits until this is done: half a step would leave everybody in the dark. */
  static Generation publish(Store store, Manifest manifest) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      new Publisher(store).publish(manifest);
      return Generation.open(store);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** What cannot be removed now is removed by the next session. */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    try {
      if (lock != null) {
        publisher.removeUnlisted();
        lock.close();
      }
      store.removeMadeDirectory();
    } catch (IOException e) {
      // A file somebody still holds open, on some systems.
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

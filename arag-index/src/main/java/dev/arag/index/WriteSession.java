package dev.arag.index;

import dev.arag.index.internal.commit.Generation;
import dev.arag.index.internal.commit.Manifest;
import dev.arag.index.internal.commit.Publisher;
import dev.arag.index.internal.commit.Settings;
import dev.arag.index.internal.store.Store;
import java.io.IOException;
import java.nio.file.NoSuchFileException;

/**
 * A time of writing. However it ends, only what is published stays: the files of the old state or
 * those of the new one, and no directory where there was none.
 */
final class WriteSession implements AutoCloseable {
  private final Store store;
  private final Publisher publisher;

  WriteSession(Store store) {
    this.store = store;
    this.publisher = new Publisher(store);
  }

  /** Makes room, and tells what is published now. */
  Manifest begin(Settings forNewIndex) throws IOException {
    store.makeDirectory();
    publisher.removeUnlisted();
    try {
      return Manifest.read(store);
    } catch (NoSuchFileException nothingYet) {
      return Generation.none(forNewIndex).manifest();
    }
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
      publisher.removeUnlisted();
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

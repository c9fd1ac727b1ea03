package dev.arag.index.internal.commit;

import dev.arag.core.error.CorpusException;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.store.Store;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;

/** Makes a new state the one that is read, in one step. */
public final class Publisher {
  private final Store store;

  public Publisher(Store store) {
    this.store = store;
  }

  /** Publishes a state whose files are complete and durable. */
  public void publish(Manifest manifest) throws IOException {
    try (BlockWriter file = BlockWriter.create(store, FileNames.NEW_MANIFEST, FileKind.MANIFEST)) {
      manifest.write(file);
      file.finish();
    }
    store.syncDirectory();
    store.rename(FileNames.NEW_MANIFEST, FileNames.MANIFEST);
    store.syncDirectory();
  }

  /**
   * Removes our files that the published manifest does not list: those of older states, and those
   * of writers that failed. Where the manifest cannot be read, nothing is removed.
   */
  public void removeUnlisted() throws IOException {
    List<String> listed;
    try {
      listed = Manifest.read(store).files();
    } catch (NoSuchFileException nothingPublished) {
      listed = List.of();
    } catch (CorpusException unreadable) {
      return;
    }
    for (String name : store.list()) {
      if (FileNames.isReplaceable(name) && !listed.contains(name)) {
        store.delete(name);
      }
    }
  }
}

package dev.arag.index.internal.write;

import dev.arag.core.error.CorpusException;
import dev.arag.core.error.IndexNotFoundException;
import dev.arag.index.internal.commit.FileNames;
import dev.arag.index.internal.store.DiskFailure;
import dev.arag.index.internal.store.FileStore;
import dev.arag.index.internal.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * The location of an index.
 *
 * @param name how messages name the location; a {@link Path}, except in tests
 */
public record IndexLocation(Store store, Object name) {
  public static IndexLocation of(Path directory) {
    return new IndexLocation(new FileStore(directory), directory);
  }

  /** Returns a location for the same directory whose files are read without memory mappings. */
  public IndexLocation unmapped() {
    return name instanceof Path directory
        ? new IndexLocation(FileStore.unmapped(directory), directory)
        : this;
  }

  /**
   * @throws IndexNotFoundException if the location is a file
   */
  public void requireNoFile() {
    if (name instanceof Path path && Files.exists(path) && !Files.isDirectory(path)) {
      throw new IndexNotFoundException(
          path + " is a file. Specify the directory of an index, or a new directory.");
    }
  }

  /**
   * @throws IndexNotFoundException if the directory contains files that are not index files. If a
   *     first sync was killed, the files that it left behind count as index files
   */
  public void requireNoOtherFiles() {
    for (String file : list()) {
      if (!FileNames.isOurs(file)) {
        throw new IndexNotFoundException(
            name
                + " contains files that do not belong to an index ("
                + file
                + "). Use a new or empty directory.");
      }
    }
  }

  private List<String> list() {
    try {
      return store.list();
    } catch (IOException e) {
      throw new CorpusException(
          "Cannot list the files of "
              + name
              + ": "
              + DiskFailure.describe(e)
              + ". Check its permissions and retry.",
          e);
    }
  }

  public IndexNotFoundException notFound(NoSuchFileException cause) {
    return new IndexNotFoundException(
        "There is no index at " + name + ". Check the path, or create an index with Index.sync.",
        cause);
  }
}

package dev.arag.index;

import dev.arag.index.internal.store.FileStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Reads the files of an index. */
public final class IndexFiles {
  private IndexFiles() {}

  /** Returns all files except the lock file, which cannot be read on some systems. */
  public static Map<String, byte[]> of(Path directory) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    for (String name : new FileStore(directory).list()) {
      files.put(name, Files.readAllBytes(directory.resolve(name)));
    }
    return files;
  }
}

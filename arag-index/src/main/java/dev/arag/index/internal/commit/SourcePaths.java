package dev.arag.index.internal.commit;

import dev.arag.core.error.CorruptIndexException;
import dev.arag.index.internal.file.Advice;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.RecordReader;
import dev.arag.index.internal.file.RecordWriter;
import dev.arag.index.internal.store.Store;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where each named source lies, so that a name never comes to mean another place. The body of the
 * sources file is one record: number count | count times: text name | text path; in name order.
 */
public record SourcePaths(Map<String, String> byName) {
  public SourcePaths {
    byName = Map.copyOf(byName);
  }

  /** Reads what a manifest points at; empty where it points at nothing. */
  public static SourcePaths read(Store store, Manifest manifest) {
    if (manifest.sources() == 0) {
      return new SourcePaths(Map.of());
    }
    String name = FileNames.of(FileKind.SOURCES, manifest.sources());
    try {
      return read(BlockReader.open(store, name, FileKind.SOURCES, null));
    } catch (NoSuchFileException e) {
      throw new CorruptIndexException(store.describe(name) + " is missing. " + Advice.REBUILD, e);
    }
  }

  private static SourcePaths read(BlockReader file) {
    RecordReader in = RecordReader.of(file, 0, file.length());
    int count = in.readCount();
    Map<String, String> byName = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      byName.put(in.readText(), in.readText());
    }
    in.requireEnd();
    return new SourcePaths(byName);
  }

  public void write(Store store, long number) throws IOException {
    RecordWriter out = new RecordWriter();
    out.putNumber(byName.size());
    new TreeMap<>(byName)
        .forEach(
            (name, path) -> {
              out.putText(name);
              out.putText(path);
            });
    try (BlockWriter file =
        BlockWriter.create(store, FileNames.of(FileKind.SOURCES, number), FileKind.SOURCES)) {
      out.writeTo(file);
      file.finish();
    }
  }
}

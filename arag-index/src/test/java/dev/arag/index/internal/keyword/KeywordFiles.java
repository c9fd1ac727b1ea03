package dev.arag.index.internal.keyword;

import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.FileIdentity;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.postings.PostingsCollector;
import dev.arag.index.internal.postings.PostingsReader;
import dev.arag.index.internal.store.Store;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/** Writes keywords files. */
public final class KeywordFiles {
  private KeywordFiles() {}

  /** Writes the texts of chunks, and returns a reader. */
  public static PostingsReader write(Store store, String name, List<String> texts)
      throws IOException {
    FileIdentity written = write(store, name, texts, 1 << 20);
    return KeywordFile.open(BlockReader.open(store, name, FileKind.KEYWORDS, written));
  }

  /**
   * @param heapBytes the bytes of the heap for words, at which temporary files are written
   */
  public static FileIdentity write(Store store, String name, List<String> texts, int heapBytes)
      throws IOException {
    Iterator<String> names = IntStream.range(0, 1 << 20).mapToObj(i -> name + "-" + i).iterator();
    PostingsCollector.TemporaryFiles temporary =
        new PostingsCollector.TemporaryFiles() {
          @Override
          public String newName() {
            return names.next();
          }

          @Override
          public void delete(String deleted) throws IOException {
            store.delete(deleted);
          }
        };
    try (PostingsCollector file =
        new PostingsCollector(
            store, FileKind.KEYWORDS, heapBytes, temporary, KeywordFile.create(store, name))) {
      for (String text : texts) {
        KeywordFile.add(text, file);
      }
      return file.finish(() -> {});
    }
  }
}

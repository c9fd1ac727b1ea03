package dev.arag.index.internal.keyword;

import dev.arag.core.internal.fold.Folding;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.FileSeal;
import dev.arag.index.internal.file.IntColumn;
import dev.arag.index.internal.store.Store;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Writes a keywords file: the folded text of each chunk, so that a search folds only its keywords.
 * For one thread.
 *
 * <pre>
 * texts    the folded texts in UTF-8, one after the other, in the order of the chunks
 * ends     int64 for each chunk: where its text ends
 * trailer  int64 number of chunks
 * </pre>
 */
public final class KeywordWriter implements Closeable {
  private final BlockWriter file;
  private final IntColumn lengths = new IntColumn();

  private KeywordWriter(BlockWriter file) {
    this.file = file;
  }

  public static KeywordWriter create(Store store, String name) throws IOException {
    return new KeywordWriter(BlockWriter.create(store, name, FileKind.KEYWORDS));
  }

  /** Adds the text of the next chunk. */
  public void add(String text) throws IOException {
    byte[] folded = Folding.fold(text).text().getBytes(StandardCharsets.UTF_8);
    file.write(folded, 0, folded.length);
    lengths.add(folded.length);
  }

  /**
   * Adds the texts of neighbouring chunks of another file, byte by byte as they are.
   *
   * @param endChunk the number after the last one
   */
  public void copy(KeywordReader from, int firstChunk, int endChunk) throws IOException {
    for (int chunk = firstChunk; chunk < endChunk; chunk++) {
      byte[] folded = from.bytes(chunk);
      file.write(folded, 0, folded.length);
      lengths.add(folded.length);
    }
  }

  public FileSeal finish() throws IOException {
    long end = 0;
    for (int i = 0; i < lengths.size(); i++) {
      end += lengths.get(i);
      file.writeLong(end);
    }
    file.writeLong(lengths.size());
    return file.finish();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

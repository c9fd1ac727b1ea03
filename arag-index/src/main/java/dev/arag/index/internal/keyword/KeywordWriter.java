package dev.arag.index.internal.keyword;

import dev.arag.core.internal.fold.Folding;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.FileSeal;
import dev.arag.index.internal.file.LongColumn;
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
  private final LongColumn ends = new LongColumn();

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
    ends.add(file.position());
  }

  public FileSeal finish() throws IOException {
    for (int i = 0; i < ends.size(); i++) {
      file.writeLong(ends.get(i));
    }
    file.writeLong(ends.size());
    return file.finish();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

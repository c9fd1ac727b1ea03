package dev.arag.index.internal.keyword;

import dev.arag.core.internal.fold.Folding;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileIdentity;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.IntColumn;
import dev.arag.index.internal.file.LongColumn;
import dev.arag.index.internal.store.Store;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Writes a keywords file. The file contains the folded text of each chunk, so that a search has to
 * fold only the keywords. It also contains signatures, so that a search can skip most texts. Not
 * thread-safe.
 *
 * <pre>
 * groups   for each group of 512 chunks (the last group may have fewer): the folded texts in
 *          UTF-8, in chunk order and without gaps, followed by the signature rows
 * ends     int64 for each chunk: the offset of the end of its text
 * rows     int32 for each group: the number of signature rows
 * trailer  int64: the number of chunks
 * </pre>
 */
public final class KeywordWriter implements Closeable {
  private final BlockWriter file;
  private final GramSignatures group = new GramSignatures();
  private final LongColumn ends = new LongColumn();
  private final IntColumn rows = new IntColumn();

  private KeywordWriter(BlockWriter file) {
    this.file = file;
  }

  public static KeywordWriter create(Store store, String name) throws IOException {
    return new KeywordWriter(BlockWriter.create(store, name, FileKind.KEYWORDS));
  }

  /** Adds the text of the next chunk. */
  public void add(String text) throws IOException {
    add(Folding.fold(text).text().getBytes(StandardCharsets.UTF_8));
  }

  private void add(byte[] folded) throws IOException {
    file.write(folded, 0, folded.length);
    ends.add(file.position());
    group.add(folded);
    if (group.isFull()) {
      finishGroup();
    }
  }

  private void finishGroup() throws IOException {
    byte[] signatures = group.toBytes();
    file.write(signatures, 0, signatures.length);
    rows.add(group.rows());
    group.clear();
  }

  /**
   * Copies the folded texts of a range of chunks from another file.
   *
   * @param endChunk the number of the last chunk, plus 1
   */
  public void copy(KeywordReader from, int firstChunk, int endChunk) throws IOException {
    for (int chunk = firstChunk; chunk < endChunk; chunk++) {
      add(from.bytes(chunk));
    }
  }

  public FileIdentity finish() throws IOException {
    if (ends.size() % GramSignatures.GROUP != 0) {
      finishGroup();
    }
    for (int i = 0; i < ends.size(); i++) {
      file.writeLong(ends.get(i));
    }
    for (int i = 0; i < rows.size(); i++) {
      file.writeInt(rows.get(i));
    }
    file.writeLong(ends.size());
    return file.finish();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

package dev.arag.index.internal.vector;

import dev.arag.core.embed.Embedding;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.FileSeal;
import dev.arag.index.internal.file.LittleEndian;
import dev.arag.index.internal.store.Store;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a vectors file. For one thread.
 *
 * <pre>
 * rows     float32[dimension] for each sentence, in the order of the sentences
 * remarks  16 bytes each, ascending: int32 document | float32 unknown share | int32 cut sentences
 *          | byte[4] language
 * trailer  int64 number of rows | int64 dimension | int64 number of remarks
 * </pre>
 */
public final class VectorWriter implements Closeable {
  static final int TRAILER_BYTES = 24;

  private static final int COPY_BYTES = 1 << 18;

  private final BlockWriter file;
  private final int dimension;
  private final byte[] row;
  private final List<Remark> remarks = new ArrayList<>();
  private long rows;

  private VectorWriter(BlockWriter file, int dimension) {
    this.file = file;
    this.dimension = dimension;
    this.row = new byte[Math.multiplyExact(dimension, Float.BYTES)];
  }

  public static VectorWriter create(Store store, String name, int dimension) throws IOException {
    return new VectorWriter(BlockWriter.create(store, name, FileKind.VECTORS), dimension);
  }

  /** Adds the vector of the next sentence. */
  public void add(Embedding embedding) throws IOException {
    float[] values = embedding.toArray();
    requireDimension(values.length);
    for (int i = 0; i < dimension; i++) {
      LittleEndian.putInt(row, i * Float.BYTES, Float.floatToRawIntBits(values[i]));
    }
    file.write(row, 0, row.length);
    rows++;
  }

  private void requireDimension(int given) {
    if (given != dimension) {
      throw new IllegalArgumentException(
          "An embedding of " + given + " floats, expected " + dimension);
    }
  }

  /**
   * Adds neighbouring rows of another file, bit by bit as they are.
   *
   * @param endRow the number after the last one
   */
  public void copy(VectorReader from, long firstRow, long endRow) throws IOException {
    requireDimension(from.dimension());
    int atOnce = Math.max(1, COPY_BYTES / row.length);
    for (long at = firstRow; at < endRow; at += atOnce) {
      int count = (int) Math.min(atOnce, endRow - at);
      byte[] bytes = from.bytes(at, count);
      file.write(bytes, 0, bytes.length);
      rows += count;
    }
  }

  /**
   * Notes what the encoder made of a document. To be called with ascending documents, at any time
   * before {@link #finish}.
   */
  public void remark(Remark remark) {
    int document = remark.document();
    if (!remarks.isEmpty() && document <= remarks.get(remarks.size() - 1).document()) {
      throw new IllegalArgumentException("Remarks must ascend, document " + document + " does not");
    }
    remarks.add(remark);
  }

  public FileSeal finish() throws IOException {
    for (Remark remark : remarks) {
      file.writeInt(remark.document());
      file.writeInt(Float.floatToRawIntBits(remark.unknownShare()));
      file.writeInt(remark.cutSentences());
      file.writeInt(remark.packedLanguage());
    }
    file.writeLong(rows);
    file.writeLong(dimension);
    file.writeLong(remarks.size());
    return file.finish();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

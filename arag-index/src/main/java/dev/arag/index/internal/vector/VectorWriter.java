package dev.arag.index.internal.vector;

import dev.arag.core.embed.Embedding;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.FileSeal;
import dev.arag.index.internal.store.Store;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes a vectors file. For one thread.
 *
 * <pre>
 * groups   of 1,024 rows, the last one of those that are left, each
 *   rows     float32[dimension] for each sentence, in the order of the sentences
 *   tiles    of 128 rows, the last one of those that are left: byte[rows of the tile] for each
 *            number of a row, see {@link RowCode}
 *   facts    float32 scale | float32 residual | float32 sum for each row
 * remarks  16 bytes each, ascending: int32 document | float32 unknown share | int32 cut sentences
 *          | byte[4] language
 * trailer  int64 number of rows | int64 dimension | int64 number of remarks
 * </pre>
 */
public final class VectorWriter implements Closeable {
  private static final int COPY_FLOATS = 1 << 16;

  private final BlockWriter file;
  private final int dimension;
  private final List<Remark> remarks = new ArrayList<>();
  private byte[] bytes = {};
  private byte[] codes = {};
  private float[] facts = {};
  private int inGroup;
  private long rows;

  private VectorWriter(BlockWriter file, int dimension) {
    this.file = file;
    this.dimension = dimension;
  }

  public static VectorWriter create(Store store, String name, int dimension) throws IOException {
    return new VectorWriter(BlockWriter.create(store, name, FileKind.VECTORS), dimension);
  }

  /** Adds the vector of the next sentence. */
  public void add(Embedding embedding) throws IOException {
    float[] values = embedding.toArray();
    requireDimension(values.length);
    add(values, 0);
  }

  private void requireDimension(int given) {
    if (given != dimension) {
      throw new IllegalArgumentException(
          "An embedding of " + given + " floats, expected " + dimension);
    }
  }

  private void add(float[] values, int start) throws IOException {
    growFor(inGroup);
    RowCode.encode(
        values, start, dimension, codes, inGroup * dimension, facts, inGroup * RowCode.FACTS);
    write(values, start, dimension);
    inGroup++;
    rows++;
    if (inGroup == VectorLayout.GROUP_ROWS) {
      endGroup();
    }
  }

  /** Small files are many, and wide rows rare: a whole group is too much to begin with. */
  private void growFor(int row) {
    int room = facts.length / RowCode.FACTS;
    if (row == room) {
      int rowsThen = Math.min(VectorLayout.GROUP_ROWS, Math.max(16, 2 * room));
      codes = Arrays.copyOf(codes, rowsThen * dimension);
      facts = Arrays.copyOf(facts, rowsThen * RowCode.FACTS);
    }
  }

  private void write(float[] values, int start, int count) throws IOException {
    requireBytes(count * Float.BYTES);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(values, start, count);
    file.write(bytes, 0, count * Float.BYTES);
  }

  private void endGroup() throws IOException {
    for (int first = 0; first < inGroup; first += VectorLayout.TILE_ROWS) {
      writeTile(first, Math.min(VectorLayout.TILE_ROWS, inGroup - first));
    }
    write(facts, 0, inGroup * RowCode.FACTS);
    inGroup = 0;
  }

  private void writeTile(int first, int count) throws IOException {
    requireBytes(count * dimension);
    for (int row = 0; row < count; row++) {
      int start = (first + row) * dimension;
      for (int i = 0; i < dimension; i++) {
        bytes[i * count + row] = codes[start + i];
      }
    }
    file.write(bytes, 0, count * dimension);
  }

  private void requireBytes(int count) {
    if (bytes.length < count) {
      bytes = new byte[count];
    }
  }

  /**
   * Adds neighbouring rows of another file, bit by bit as they are.
   *
   * @param endRow the number after the last one
   */
  public void copy(VectorReader from, long firstRow, long endRow) throws IOException {
    requireDimension(from.dimension());
    int most = Math.max(1, COPY_FLOATS / dimension);
    float[] values = new float[(int) Math.min(most, endRow - firstRow) * dimension];
    long row = firstRow;
    while (row < endRow) {
      int count = (int) Math.min(Math.min(most, endRow - row), from.neighbours(row));
      from.read(row, values, count);
      for (int i = 0; i < count; i++) {
        add(values, i * dimension);
      }
      row += count;
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
    endGroup();
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

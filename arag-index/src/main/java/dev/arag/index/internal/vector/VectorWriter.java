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
 *            number of a row, see {@link TileCode}
 *   facts    of each tile: float32 scale | float32 residual | float32 sum for each row
 * remarks  16 bytes each, ascending: int32 document | float32 unknown share | int32 cut sentences
 *          | byte[4] language
 * trailer  int64 number of rows | int64 dimension | int64 number of remarks
 * </pre>
 */
public final class VectorWriter implements Closeable {
  private static final int COPY_FLOATS = 1 << 16;

  private final BlockWriter file;
  private final int dimension;
  private final List<Diagnostic> remarks = new ArrayList<>();
  private final TileCode code;
  private byte[] bytes = {};
  private float[] tile = {};
  private byte[] codes = {};
  private float[] facts = {};
  private int factCount;
  private int inGroup;
  private long rows;

  private VectorWriter(BlockWriter file, int dimension) {
    this.file = file;
    this.dimension = dimension;
    this.code = new TileCode(dimension);
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
    int inTile = inGroup % VectorLayout.TILE_ROWS;
    growFor(inTile);
    System.arraycopy(values, start, tile, inTile * dimension, dimension);
    write(values, start, dimension);
    inGroup++;
    rows++;
    if (inTile + 1 == VectorLayout.TILE_ROWS) {
      endTile();
    }
    if (inGroup == VectorLayout.GROUP_ROWS) {
      endGroup();
    }
  }

  /** Small files are many, and wide rows rare: a whole tile is too much to begin with. */
  private void growFor(int inTile) {
    if (inTile * dimension == tile.length) {
      int rowsThen = Math.min(VectorLayout.TILE_ROWS, Math.max(16, 2 * inTile));
      tile = Arrays.copyOf(tile, rowsThen * dimension);
    }
  }

  private void write(float[] values, int start, int count) throws IOException {
    requireBytes(count * Float.BYTES);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(values, start, count);
    file.write(bytes, 0, count * Float.BYTES);
  }

  /** Codes and facts stand behind the floats of the whole group. */
  private void endTile() {
    int first = (inGroup - 1) / VectorLayout.TILE_ROWS * VectorLayout.TILE_ROWS;
    int count = inGroup - first;
    code.encode(tile, count);
    makeRoom(inGroup * dimension, factCount + TileCode.facts(count));
    System.arraycopy(code.bytes(), 0, codes, first * dimension, count * dimension);
    System.arraycopy(code.facts(), 0, facts, factCount, TileCode.facts(count));
    factCount += TileCode.facts(count);
  }

  private void makeRoom(int codeCount, int neededFacts) {
    if (codes.length < codeCount) {
      codes = Arrays.copyOf(codes, codeCount);
    }
    if (facts.length < neededFacts) {
      facts = Arrays.copyOf(facts, neededFacts);
    }
  }

  private void endGroup() throws IOException {
    file.write(codes, 0, inGroup * dimension);
    write(facts, 0, factCount);
    factCount = 0;
    inGroup = 0;
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
  public void remark(Diagnostic remark) {
    int document = remark.document();
    if (!remarks.isEmpty() && document <= remarks.get(remarks.size() - 1).document()) {
      throw new IllegalArgumentException("Remarks must ascend, document " + document + " does not");
    }
    remarks.add(remark);
  }

  public FileSeal finish() throws IOException {
    if (inGroup % VectorLayout.TILE_ROWS > 0) {
      endTile();
    }
    endGroup();
    for (Diagnostic remark : remarks) {
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

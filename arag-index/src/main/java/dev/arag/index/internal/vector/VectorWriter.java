package dev.arag.index.internal.vector;

import dev.arag.core.embed.Embedding;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileIdentity;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.store.Store;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Writes a vectors file. Not thread-safe.
 *
 * <pre>
 * groups       for each group of 1,024 rows (the last group may have fewer):
 *   rows         float32[dimension] for each sentence, in order
 *   tiles        for each tile of 128 rows (the last tile may have fewer):
 *                byte[rows of the tile] for each index of a row, see {@link TileQuantizer}
 *   parameters   for each tile: float32 scale | float32 residual | float32 sum of the codes of
 *                each row
 * trailer      int64 number of rows | int64 dimension
 * </pre>
 */
public final class VectorWriter implements Closeable {
  private static final int COPY_FLOATS = 1 << 16;

  private final BlockWriter file;
  private final int dimension;
  private final TileQuantizer code;
  private byte[] bytes = {};
  private float[] tile = {};
  private byte[] codes = {};
  private float[] parameters = {};
  private int parameterCount;
  private int inGroup;
  private long rows;

  private VectorWriter(BlockWriter file, int dimension) {
    this.file = file;
    this.dimension = dimension;
    this.code = new TileQuantizer(dimension);
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
          "The embedding has " + given + " floats, but the index has vectors of " + dimension);
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
      finishTile();
    }
    if (inGroup == VectorLayout.GROUP_ROWS) {
      finishGroup();
    }
  }

  /**
   * Enlarges the tile buffer if it is full. The buffer starts small because most files have too few
   * rows to fill a tile.
   */
  private void growFor(int inTile) {
    if (inTile * dimension == tile.length) {
      int rowsThen = Math.min(VectorLayout.TILE_ROWS, Math.max(16, 2 * inTile));
      tile = Arrays.copyOf(tile, rowsThen * dimension);
    }
  }

  private void write(float[] values, int start, int count) throws IOException {
    ensureBytes(count * Float.BYTES);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(values, start, count);
    file.write(bytes, 0, count * Float.BYTES);
  }

  /**
   * Encodes a complete tile. Its codes and parameters are kept until the end of the group because
   * they are stored after all floats of the group.
   */
  private void finishTile() {
    int first = (inGroup - 1) / VectorLayout.TILE_ROWS * VectorLayout.TILE_ROWS;
    int count = inGroup - first;
    code.encode(tile, count);
    ensureCapacity(inGroup * dimension, parameterCount + TileQuantizer.parameters(count));
    System.arraycopy(code.bytes(), 0, codes, first * dimension, count * dimension);
    System.arraycopy(
        code.parameters(), 0, parameters, parameterCount, TileQuantizer.parameters(count));
    parameterCount += TileQuantizer.parameters(count);
  }

  private void ensureCapacity(int codeCount, int neededParameters) {
    if (codes.length < codeCount) {
      codes = Arrays.copyOf(codes, codeCount);
    }
    if (parameters.length < neededParameters) {
      parameters = Arrays.copyOf(parameters, neededParameters);
    }
  }

  private void finishGroup() throws IOException {
    file.write(codes, 0, inGroup * dimension);
    write(parameters, 0, parameterCount);
    parameterCount = 0;
    inGroup = 0;
  }

  private void ensureBytes(int count) {
    if (bytes.length < count) {
      bytes = new byte[count];
    }
  }

  /**
   * Copies successive rows of another file without changing any bit.
   *
   * @param endRow the number of the last row, plus 1
   */
  public void copy(VectorReader from, long firstRow, long endRow) throws IOException {
    requireDimension(from.dimension());
    int most = Math.max(1, COPY_FLOATS / dimension);
    float[] values = new float[(int) Math.min(most, endRow - firstRow) * dimension];
    long row = firstRow;
    while (row < endRow) {
      int count = (int) Math.min(Math.min(most, endRow - row), from.adjacentRows(row));
      from.read(row, values, count);
      for (int i = 0; i < count; i++) {
        add(values, i * dimension);
      }
      row += count;
    }
  }

  public FileIdentity finish() throws IOException {
    if (inGroup % VectorLayout.TILE_ROWS > 0) {
      finishTile();
    }
    finishGroup();
    file.writeLong(rows);
    file.writeLong(dimension);
    return file.finish();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

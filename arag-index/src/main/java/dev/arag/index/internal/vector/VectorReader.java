package dev.arag.index.internal.vector;

import dev.arag.core.embed.Embedding;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.ProblemCollector;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** Reads a vectors file. Thread-safe. */
public final class VectorReader {
  private final BlockReader file;
  private final VectorLayout layout;

  private VectorReader(BlockReader file, VectorLayout layout) {
    this.file = file;
    this.layout = layout;
  }

  /**
   * Throws an exception if the file was truncated while it was open.
   *
   * @see BlockReader#requireWhole
   */
  public void requireWhole() {
    file.requireWhole();
  }

  public static VectorReader of(BlockReader file) {
    int oldBytes = file.isOld() ? Long.BYTES : 0;
    long trailer = file.length() - VectorLayout.TRAILER_BYTES - oldBytes;
    long rows = file.readLong(trailer);
    long dimension = file.readLong(trailer + Long.BYTES);
    // In version 1, diagnostics of 16 bytes each are before the trailer, and their number is in it.
    long diagnostics = file.isOld() ? file.readLong(trailer + 2 * Long.BYTES) : 0;
    if (!isPossible(trailer - 16 * diagnostics, rows, dimension)) {
      throw file.corrupt(
          trailer, "sizes are impossible: " + rows + " rows of " + dimension + " floats");
    }
    return new VectorReader(file, new VectorLayout(rows, (int) dimension));
  }

  private static boolean isPossible(long trailer, long rows, long dimension) {
    return dimension > 0
        && dimension <= Integer.MAX_VALUE / Float.BYTES
        && rows >= 0
        && rows <= trailer / VectorLayout.bytesOfRow(dimension)
        && VectorLayout.bytesOf(rows, dimension) == trailer;
  }

  public long rows() {
    return layout.rows();
  }

  /** Returns the number of floats in each row. */
  public int dimension() {
    return layout.dimension();
  }

  /**
   * Reads the whole file and reports contents that are inconsistent even though all checksums
   * match.
   */
  public void audit(ProblemCollector problems) {
    for (long tile = 0; tile < rows(); tile += VectorLayout.TILE_ROWS) {
      long first = tile;
      problems.check(layout.tileAt(first), () -> auditTile(first, problems));
    }
  }

  /**
   * Checks the vectors and codes of a tile. A wrong code would hide rows from searches without any
   * error.
   */
  private void auditTile(long tile, ProblemCollector problems) {
    int count = tileRows(tile);
    float[] values = new float[count * dimension()];
    AtomicInteger intact = new AtomicInteger();
    for (int i = 0; i < count; i++) {
      int at = i;
      problems.check(
          layout.floatsAt(tile + i),
          () -> {
            float[] row = read(tile + at).toArray();
            System.arraycopy(row, 0, values, at * dimension(), dimension());
            intact.getAndIncrement();
          });
    }
    if (intact.get() == count) {
      auditCode(tile, values);
    }
  }

  private void auditCode(long tile, float[] values) {
    int count = tileRows(tile);
    TileQuantizer code = new TileQuantizer(dimension());
    code.encode(values, count);
    ByteBuffer stored = ByteBuffer.allocate(count * dimension());
    readTile(tile, stored, 0);
    float[] parameters = new float[TileQuantizer.parameters(count)];
    readParameters(tile, parameters);
    if (!Arrays.equals(stored.array(), code.bytes())
        || !Arrays.equals(parameters, code.parameters())) {
      throw file.corrupt(
          layout.tileAt(tile), "the codes of the tile of row " + tile + " do not match its rows");
    }
  }

  /** Reads a vector. All bits are exactly as they were stored. */
  public Embedding read(long row) {
    float[] values = new float[dimension()];
    read(row, values, 1);
    try {
      return requireSame(row, values, Embedding.of(values));
    } catch (IllegalArgumentException e) {
      throw notUnit(row);
    }
  }

  /** Returns the score of a row, exactly as {@link Embedding#dot} computes it. */
  public float score(long row, float[] query) {
    return RowScorer.score(this, row, query);
  }

  /**
   * Throws an exception if the length of the row is not 1. In that case, {@link Embedding#of} has
   * returned a scaled copy of the row.
   */
  private Embedding requireSame(long row, float[] values, Embedding embedding) {
    if (!Arrays.equals(embedding.toArray(), values)) {
      throw notUnit(row);
    }
    return embedding;
  }

  CorruptIndexException notUnit(long row) {
    return file.corrupt(layout.floatsAt(row), "row " + row + " does not have length 1");
  }

  /** Returns how many rows can be read together, beginning with this row. */
  int adjacentRows(long row) {
    requireRows(row, 1);
    return layout.adjacentRows(row);
  }

  void read(long firstRow, float[] target, int count) {
    requireRows(firstRow, count);
    file.readFloats(layout.floatsAt(firstRow), target, 0, count * dimension());
  }

  /**
   * Throws an exception if a range lies outside this file. Ranges are computed from another file,
   * which may be damaged.
   */
  void require(RowRange range) {
    if (range.first() < 0 || range.end() > rows()) {
      throw missingRows(range.first());
    }
  }

  /** Returns the number of rows in a tile. */
  int tileRows(long tile) {
    return layout.tileRows(tile);
  }

  /**
   * Reads the codes of a tile.
   *
   * @param tile the number of the first row of the tile
   */
  void readTile(long tile, ByteBuffer target, int start) {
    requireRows(tile, 1);
    file.read(layout.tileAt(tile), target, start, tileRows(tile) * dimension());
  }

  /** Reads the parameters of a tile in the order of {@link TileQuantizer#parameters()}. */
  void readParameters(long tile, float[] target) {
    requireRows(tile, 1);
    file.readFloats(layout.parametersAt(tile), target, 0, TileQuantizer.parameters(tileRows(tile)));
  }

  private void requireRows(long firstRow, int count) {
    if (firstRow < 0 || firstRow > rows() - count) {
      throw missingRows(firstRow);
    }
  }

  private CorruptIndexException missingRows(long firstRow) {
    return file.corrupt(layout.trailerAt(), "there is no row " + firstRow);
  }
}

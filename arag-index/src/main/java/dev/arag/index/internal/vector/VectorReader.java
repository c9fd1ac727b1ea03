package dev.arag.index.internal.vector;

import dev.arag.core.embed.Embedding;
import dev.arag.index.internal.file.BlockReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/** Scores the rows of a vectors file against a query. Safe for use by several threads. */
public final class VectorReader {
  private static final int BATCH_BYTES = 1 << 18;

  private final BlockReader file;
  private final long rows;
  private final int dimension;

  /** Takes the score of each row, in row order. */
  @FunctionalInterface
  public interface Scores {
    void add(long row, float score);
  }

  private VectorReader(BlockReader file, long rows, int dimension) {
    this.file = file;
    this.rows = rows;
    this.dimension = dimension;
  }

  public static VectorReader of(BlockReader file) {
    long trailer = file.length() - VectorWriter.TRAILER_BYTES;
    long rows = file.readLong(trailer);
    long dimension = file.readLong(trailer + Long.BYTES);
    boolean possible = rows >= 0 && dimension > 0 && dimension <= Integer.MAX_VALUE / Float.BYTES;
    if (!possible
        || rows > trailer / (dimension * Float.BYTES)
        || rows * dimension * Float.BYTES != trailer) {
      throw file.corrupt(trailer, "it claims " + rows + " rows of " + dimension + " floats");
    }
    return new VectorReader(file, rows, (int) dimension);
  }

  public long rows() {
    return rows;
  }

  /** Floats in each row. */
  public int dimension() {
    return dimension;
  }

  /** Reads one vector back, bit by bit as it was stored. */
  public Embedding read(long row) {
    return Embedding.of(floats(row, 1));
  }

  private float[] floats(long firstRow, int count) {
    float[] values = new float[count * dimension];
    buffer(firstRow, count).get(values);
    return values;
  }

  private FloatBuffer buffer(long firstRow, int count) {
    long bytes = (long) dimension * Float.BYTES;
    byte[] read = file.read(firstRow * bytes, count * bytes);
    return ByteBuffer.wrap(read).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
  }

  /**
   * Scores rows: the products summed in double in index order, then rounded to float, as {@link
   * Embedding#dot} does.
   */
  public void score(Embedding query, long firstRow, long endRow, Scores scores) {
    float[] wanted = query.toArray();
    int batchRows = Math.max(1, BATCH_BYTES / (dimension * Float.BYTES));
    for (long row = firstRow; row < endRow; row += batchRows) {
      int count = (int) Math.min(batchRows, endRow - row);
      float[] batch = floats(row, count);
      for (int i = 0; i < count; i++) {
        scores.add(row + i, dot(wanted, batch, i * dimension));
      }
    }
  }

  private static float dot(float[] query, float[] rows, int start) {
    double sum = 0;
    for (int i = 0; i < query.length; i++) {
      sum += (double) query[i] * rows[start + i];
    }
    return (float) sum;
  }
}

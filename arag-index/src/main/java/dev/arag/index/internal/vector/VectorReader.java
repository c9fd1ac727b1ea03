package dev.arag.index.internal.vector;

import dev.arag.core.embed.Embedding;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.LittleEndian;
import dev.arag.index.internal.file.Problems;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Scores the rows of a vectors file against a query. Safe for use by several threads. */
public final class VectorReader {
  private static final int BATCH_BYTES = 1 << 18;

  private final BlockReader file;
  private final long rows;
  private final int dimension;
  private final int remarks;

  /** Takes the scores of rows, in row order. */
  @FunctionalInterface
  public interface Scores {
    void add(long row, float score);

    /**
     * What a score must reach to matter by now; rows below it may be left out. May rise while rows
     * are added, never fall.
     */
    default float floor() {
      return Float.NEGATIVE_INFINITY;
    }
  }

  private VectorReader(BlockReader file, long rows, int dimension, int remarks) {
    this.file = file;
    this.rows = rows;
    this.dimension = dimension;
    this.remarks = remarks;
  }

  public static VectorReader of(BlockReader file) {
    long trailer = file.length() - VectorWriter.TRAILER_BYTES;
    long rows = file.readLong(trailer);
    long dimension = file.readLong(trailer + Long.BYTES);
    long remarks = file.readLong(trailer + 2 * Long.BYTES);
    if (!isPossible(trailer, rows, dimension, remarks)) {
      throw file.corrupt(
          trailer,
          "it claims " + rows + " rows of " + dimension + " floats and " + remarks + " remarks");
    }
    return new VectorReader(file, rows, (int) dimension, (int) remarks);
  }

  private static boolean isPossible(long trailer, long rows, long dimension, long remarks) {
    return dimension > 0
        && dimension <= Integer.MAX_VALUE / Float.BYTES
        && rows >= 0
        && rows <= trailer / (dimension * Float.BYTES)
        && remarks >= 0
        && remarks < Integer.MAX_VALUE
        && rows * dimension * Float.BYTES + remarks * Remark.BYTES == trailer;
  }

  public long rows() {
    return rows;
  }

  /** Floats in each row. */
  public int dimension() {
    return dimension;
  }

  /**
   * What the encoder made of documents, where a user should know of it; ascending.
   *
   * @param documents how many the segment has
   */
  public List<Remark> remarks(int documents) {
    long start = rows * rowBytes();
    byte[] table = file.read(start, (long) remarks * Remark.BYTES);
    List<Remark> all = new ArrayList<>(remarks);
    int last = -1;
    for (int at = 0; at < table.length; at += Remark.BYTES) {
      Remark remark = remark(table, at, start);
      if (remark.document() <= last || remark.document() >= documents) {
        throw file.corrupt(start + at, "a remark on document " + remark.document());
      }
      last = remark.document();
      all.add(remark);
    }
    return all;
  }

  /** Reads everything, and reports what does not fit together though its checksums are right. */
  public void audit(int documents, Problems problems) {
    for (long row = 0; row < rows; row++) {
      long number = row;
      problems.check(row * rowBytes(), () -> read(number));
    }
    problems.check(rows * rowBytes(), () -> remarks(documents));
  }

  private Remark remark(byte[] table, int at, long start) {
    try {
      return new Remark(
          LittleEndian.getInt(table, at),
          Float.intBitsToFloat(LittleEndian.getInt(table, at + 4)),
          LittleEndian.getInt(table, at + 8),
          Remark.unpackLanguage(LittleEndian.getInt(table, at + 12)));
    } catch (IllegalArgumentException e) {
      throw file.corrupt(start + at, String.valueOf(e.getMessage()));
    }
  }

  /** Reads one vector back, bit by bit as it was stored. */
  public Embedding read(long row) {
    float[] values = floats(row, 1);
    try {
      return requireSame(row, values, Embedding.of(values));
    } catch (IllegalArgumentException e) {
      throw notUnit(row);
    }
  }

  /** A row of another length would come back scaled. */
  private Embedding requireSame(long row, float[] values, Embedding embedding) {
    if (!Arrays.equals(embedding.toArray(), values)) {
      throw notUnit(row);
    }
    return embedding;
  }

  private CorruptIndexException notUnit(long row) {
    return file.corrupt(row * rowBytes(), "row " + row + " has no length of 1");
  }

  private float[] floats(long firstRow, int count) {
    float[] values = new float[count * dimension];
    read(firstRow, values, count);
    return values;
  }

  private void read(long firstRow, float[] target, int count) {
    requireRows(firstRow, count);
    file.readFloats(firstRow * rowBytes(), target, count * dimension);
  }

  byte[] bytes(long firstRow, int count) {
    requireRows(firstRow, count);
    return file.read(firstRow * rowBytes(), count * rowBytes());
  }

  private void requireRows(long firstRow, int count) {
    if (firstRow < 0 || firstRow > rows - count) {
      throw file.corrupt(rows * rowBytes(), "there are no rows from " + firstRow + " on");
    }
  }

  private long rowBytes() {
    return (long) dimension * Float.BYTES;
  }

  /**
   * Scores rows: the products summed in double in index order, then rounded to float, as {@link
   * Embedding#dot} does. A row that a kernel proves to be below the floor is left out.
   */
  public void score(Embedding query, long firstRow, long endRow, Scores scores) {
    score(Kernel.FASTEST, query, firstRow, endRow, scores);
  }

  void score(Kernel kernel, Embedding query, long firstRow, long endRow, Scores scores) {
    RowScores rowScores = new RowScores(kernel, query.toArray());
    int batchRows = (int) Math.max(1, BATCH_BYTES / rowBytes());
    float[] batch = new float[(int) Math.min(batchRows, endRow - firstRow) * dimension];
    for (long row = firstRow; row < endRow; row += batchRows) {
      int count = (int) Math.min(batchRows, endRow - row);
      read(row, batch, count);
      scoreBatch(rowScores, batch, row, count, scores);
    }
  }

  private void scoreBatch(RowScores rowScores, float[] batch, long row, int count, Scores scores) {
    for (int i = 0; i < count; i++) {
      if (rowScores.mayReach(scores.floor(), batch, i * dimension)) {
        float score = rowScores.exact(batch, i * dimension);
        if (!RowScores.isPossible(score)) {
          throw notUnit(row + i);
        }
        scores.add(row + i, score);
      }
    }
  }
}

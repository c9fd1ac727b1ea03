package dev.arag.index.internal.vector;

import dev.arag.core.embed.Embedding;
import dev.arag.index.internal.matrix.ByteMatrixMultiplier;
import java.util.List;
import java.util.Optional;

/**
 * Computes the scores of rows for several queries in one pass. A score is a dot product that is
 * summed in double in index order and then rounded to float, exactly as in {@link Embedding#dot}.
 * Rows whose score is known to be below the floor are skipped. Immutable and thread-safe.
 */
public abstract class RowScan {
  /** Creates scans. */
  @FunctionalInterface
  public interface Factory {
    /**
     * @param queries 1 to {@value #MAX_QUERIES} queries with the same dimension
     * @param rows the approximate number of rows to scan
     */
    RowScan of(List<Embedding> queries, long rows);
  }

  /**
   * The maximum number of queries in one pass. A pass with this many queries takes only slightly
   * longer than a pass with one query.
   */
  public static final int MAX_QUERIES = ByteMatrixMultiplier.MAX_FACTORS;

  /**
   * The minimum number of rows for which the quantized scan is used. For fewer rows, loading and
   * compiling it takes longer than the time that it saves.
   */
  private static final long MANY_ROWS = 1 << 14;

  /**
   * Creates the scan that is fastest on this machine.
   *
   * @param queries 1 to {@value #MAX_QUERIES} queries with the same dimension
   * @param rows the approximate number of rows to scan
   */
  public static RowScan of(List<Embedding> queries, long rows) {
    float[][] floats = queries.stream().map(Embedding::toArray).toArray(float[][]::new);
    boolean isWorthIt = rows >= MANY_ROWS && floats[0].length <= ByteMatrixMultiplier.MAX_LENGTH;
    return (isWorthIt ? ByteMatrixMultiplier.get() : Optional.<ByteMatrixMultiplier>empty())
        .<RowScan>map(products -> new QuantizedScan(products, Kernel.FASTEST, floats))
        .orElseGet(() -> new FloatScan(Kernel.FASTEST, floats));
  }

  /**
   * Scores rows.
   *
   * @param ranges the ranges of rows to score, in ascending order and without overlap
   * @param scores the collectors of the scores, one for each query, in the order of the queries
   */
  public abstract void scan(
      VectorReader rows, List<RowRange> ranges, List<? extends ScoreCollector> scores);
}

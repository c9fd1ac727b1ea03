package dev.arag.index.internal.vector;

import dev.arag.core.embed.Embedding;
import dev.arag.index.internal.matrix.ByteMatrixMultiplier;
import java.util.List;
import java.util.Optional;

/**
 * Scores rows with several queries in one pass. A score is the dot product summed in double in
 * index order, then rounded to float, as {@link Embedding#dot} computes it. Rows whose score is
 * proven to be below the floor are skipped. Immutable and safe for use by several threads.
 */
public abstract class RowScan {
  /** Creates scans. */
  @FunctionalInterface
  public interface Factory {
    /**
     * @param queries 1 to {@value #MAX_QUERIES}, all of the same dimension
     * @param rows approximate number of rows to scan
     */
    RowScan of(List<Embedding> queries, long rows);
  }

  /** Maximal number of queries in one pass; this many cost little more than one. */
  public static final int MAX_QUERIES = ByteMatrixMultiplier.MAX_FACTORS;

  /** Below this number, loading and compiling the faster scan takes longer than it saves. */
  private static final long MANY_ROWS = 1 << 14;

  /**
   * Creates the fastest scan on this machine.
   *
   * @param queries 1 to {@value #MAX_QUERIES}, all of the same dimension
   * @param rows approximate number of rows to scan
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
   * @param ranges ascending, without overlap
   * @param scores one for each query, in order
   */
  public abstract void scan(
      VectorReader rows, List<RowRange> ranges, List<? extends ScoreCollector> scores);
}

package dev.arag.index.internal.vector;

import dev.arag.core.embed.Embedding;
import dev.arag.index.internal.product.ByteProducts;
import java.util.List;
import java.util.Optional;

/**
 * Scores rows with some queries in one pass. A score is the products summed in double in index
 * order, then rounded to float, as {@link Embedding#dot} does; a row that is proven to be below the
 * floor is left out. Immutable and safe for use by several threads.
 */
public abstract class RowScan {
  /** Chooses how to look at rows. */
  @FunctionalInterface
  public interface Choice {
    /**
     * @param queries 1 to {@value #MOST_QUERIES}, all of the same dimension
     * @param rows about how many are to be scanned
     */
    RowScan of(List<Embedding> queries, long rows);
  }

  /** So many queries a pass cost little more than one. */
  public static final int MOST_QUERIES = ByteProducts.MAX_FACTORS;

  /** Below, what is quicker takes longer to load, or to be compiled, than it ever saves. */
  private static final long MANY_ROWS = 1 << 14;

  /**
   * The quickest way here.
   *
   * @param queries 1 to {@value #MOST_QUERIES}, all of the same dimension
   * @param rows about how many are to be scanned
   */
  public static RowScan of(List<Embedding> queries, long rows) {
    float[][] floats = queries.stream().map(Embedding::toArray).toArray(float[][]::new);
    boolean isWorthIt = rows >= MANY_ROWS && floats[0].length <= ByteProducts.MAX_LENGTH;
    return (isWorthIt ? ByteProducts.get() : Optional.<ByteProducts>empty())
        .<RowScan>map(products -> new CodeScan(products, Kernel.FASTEST, floats))
        .orElseGet(() -> new FloatScan(Kernel.FASTEST, floats));
  }

  /**
   * Scores rows.
   *
   * @param ranges ascending, none across another
   * @param scores one for each query, in their order
   */
  public abstract void scan(
      VectorReader rows, List<RowRange> ranges, List<? extends Scores> scores);
}

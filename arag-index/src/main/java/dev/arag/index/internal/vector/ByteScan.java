package dev.arag.index.internal.vector;

import dev.arag.index.internal.product.ByteProducts;
import dev.arag.index.internal.product.ProductBlock;
import java.util.List;
import java.util.stream.Stream;

/**
 * Looks at the bytes of every row, a quarter of the floats, and at the floats only of those that
 * the bytes do not prove to be too far.
 */
final class ByteScan extends RowScan {
  private final ByteProducts products;
  private final List<CodedQuery> coded;
  private final List<RowScores> exact;
  private final byte[] columns;

  ByteScan(ByteProducts products, Kernel kernel, float[]... queries) {
    this.products = products;
    coded = Stream.of(queries).map(CodedQuery::new).toList();
    exact = Stream.of(queries).map(query -> new RowScores(kernel, query)).toList();
    columns = new byte[2 * queries.length * queries[0].length];
    for (int i = 0; i < queries.length; i++) {
      coded.get(i).put(columns, i, queries.length);
    }
  }

  @Override
  public void scan(VectorReader rows, List<RowRange> ranges, List<? extends Scores> scores) {
    try (ProductBlock block = products.block(rows.dimension(), columns)) {
      Gathered gathered = new Gathered(rows, block, scores);
      ranges.forEach(gathered::add);
      gathered.score();
    }
  }

  /** Rows of one or more ranges, side by side. */
  private final class Gathered {
    private final VectorReader rows;
    private final ProductBlock block;
    private final List<? extends Scores> scores;
    private final long[] numbers;
    private final float[] facts;
    private final float[] row;
    private int count;

    Gathered(VectorReader rows, ProductBlock block, List<? extends Scores> scores) {
      this.rows = rows;
      this.block = block;
      this.scores = scores;
      numbers = new long[block.capacity()];
      facts = new float[RowCode.FACTS * block.capacity()];
      row = new float[rows.dimension()];
    }

    void add(RowRange range) {
      long next = range.first();
      while (next < range.end()) {
        if (count == numbers.length) {
          score();
        }
        next += add(next, Math.min(range.end() - next, rows.neighbours(next)));
      }
    }

    private int add(long first, long wanted) {
      int added = (int) Math.min(wanted, numbers.length - count);
      rows.readCodes(first, added, block.rows(), count * rows.dimension());
      rows.readFacts(first, added, facts, RowCode.FACTS * count);
      for (int i = 0; i < added; i++) {
        numbers[count + i] = first + i;
      }
      count += added;
      return added;
    }

    void score() {
      if (count > 0) {
        int[] found = block.multiply(count);
        for (int query = 0; query < coded.size(); query++) {
          score(found, query);
        }
      }
      count = 0;
    }

    private void score(int[] found, int query) {
      CodedQuery bounds = coded.get(query);
      Scores taken = scores.get(query);
      int columnCount = 2 * coded.size();
      float floor = taken.floor();
      for (int i = 0; i < count; i++) {
        int at = i * columnCount + 2 * query;
        float scale = facts[RowCode.FACTS * i];
        float residual = facts[RowCode.FACTS * i + 1];
        // Not a number is no proof.
        if (!(bounds.most(found[at], found[at + 1], scale, residual) < floor)) {
          rows.read(numbers[i], row, 1);
          exact.get(query).score(rows, numbers[i], row, 0, taken);
          floor = taken.floor();
        }
      }
    }
  }
}

package dev.arag.index.internal.vector;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;

/**
 * Looks at the codes of every row, a quarter of the bytes of its floats, and at the floats only of
 * those that the codes do not prove to be too far.
 */
final class CodeScan extends RowScan {
  private final CodeBounds bounds;
  private final List<RowScores> exact;

  CodeScan(CodeBounds bounds, Kernel kernel, float[]... queries) {
    this.bounds = bounds;
    exact = Stream.of(queries).map(query -> new RowScores(kernel, query)).toList();
  }

  @Override
  public void scan(VectorReader rows, List<RowRange> ranges, List<? extends Scores> scores) {
    try (CodeBounds.Block block = bounds.block()) {
      Gathered gathered = new Gathered(rows, block, scores);
      ranges.forEach(gathered::add);
      gathered.score();
    }
  }

  /** Rows of one or more ranges, side by side. */
  private final class Gathered {
    private final VectorReader rows;
    private final CodeBounds.Block block;
    private final List<? extends Scores> scores;
    private final ByteBuffer codes;
    private final long[] numbers;
    private final float[] facts;
    private final double[] most;
    private final float[] row;
    private int count;

    Gathered(VectorReader rows, CodeBounds.Block block, List<? extends Scores> scores) {
      this.rows = rows;
      this.block = block;
      this.scores = scores;
      codes = block.codes();
      numbers = new long[block.capacity()];
      facts = new float[RowCode.FACTS * block.capacity()];
      most = new double[block.capacity()];
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
      rows.readCodes(first, added, codes, count * rows.dimension());
      rows.readFacts(first, added, facts, RowCode.FACTS * count);
      for (int i = 0; i < added; i++) {
        numbers[count + i] = first + i;
      }
      count += added;
      return added;
    }

    void score() {
      if (count > 0) {
        block.multiply(count);
        for (int query = 0; query < exact.size(); query++) {
          block.bound(query, count, facts, most);
          score(exact.get(query), scores.get(query));
        }
      }
      count = 0;
    }

    private void score(RowScores query, Scores taken) {
      float floor = taken.floor();
      for (int i = 0; i < count; i++) {
        // Not a number is no proof.
        if (!(most[i] < floor)) {
          rows.read(numbers[i], row, 1);
          query.score(rows, numbers[i], row, 0, taken);
          floor = taken.floor();
        }
      }
    }
  }
}

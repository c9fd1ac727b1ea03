package dev.arag.index.internal.vector;

import java.util.List;
import java.util.stream.Stream;

/** Scores all rows by reading their floats. */
final class FloatScan extends RowScan {
  private static final int BATCH_FLOATS = 1 << 16;

  private final List<RowScorer> queries;

  FloatScan(Kernel kernel, float[]... queries) {
    this.queries = Stream.of(queries).map(query -> new RowScorer(kernel, query)).toList();
  }

  @Override
  public void scan(
      VectorReader rows, List<RowRange> ranges, List<? extends ScoreCollector> scores) {
    int most = Math.max(1, BATCH_FLOATS / rows.dimension());
    long longest = ranges.stream().mapToLong(range -> range.end() - range.first()).max().orElse(0);
    float[] batch = new float[(int) Math.min(most, longest) * rows.dimension()];
    for (RowRange range : ranges) {
      long row = range.first();
      while (row < range.end()) {
        int count = (int) Math.min(Math.min(most, range.end() - row), rows.adjacentRows(row));
        rows.read(row, batch, count);
        score(rows, row, batch, count, scores);
        row += count;
      }
    }
  }

  private void score(
      VectorReader rows,
      long first,
      float[] batch,
      int count,
      List<? extends ScoreCollector> scores) {
    for (int i = 0; i < queries.size(); i++) {
      RowScorer query = queries.get(i);
      ScoreCollector collector = scores.get(i);
      for (int row = 0; row < count; row++) {
        query.score(rows, first + row, batch, row * rows.dimension(), collector);
      }
    }
  }
}

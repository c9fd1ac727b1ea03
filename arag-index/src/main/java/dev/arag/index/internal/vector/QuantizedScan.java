package dev.arag.index.internal.vector;

import dev.arag.index.internal.matrix.ByteMatrixMultiplier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Scans the codes of all rows, which are a quarter of the size of the floats. The floats of a row
 * are read only if its codes do not prove that its score is below the floor.
 */
final class QuantizedScan extends RowScan {
  /**
   * If at most this many rows of a tile have to be scored, reading their floats is faster than
   * reading all codes of the tile.
   */
  private static final int FEW_ROWS = 20;

  private static final int NOT_MULTIPLIED = -1;

  private final ByteMatrixMultiplier products;
  private final List<QuantizedQuery> queries;
  private final List<RowScorer> exact;
  private final byte[] factors;
  private final int dimension;

  QuantizedScan(ByteMatrixMultiplier products, Kernel kernel, float[]... queries) {
    this.products = products;
    this.queries = Stream.of(queries).map(QuantizedQuery::new).toList();
    exact = Stream.of(queries).map(query -> new RowScorer(kernel, query)).toList();
    dimension = queries[0].length;
    ByteBuffer table = ByteBuffer.allocate(queries.length * dimension);
    this.queries.forEach(query -> table.put(query.factor()));
    factors = table.array();
  }

  @Override
  public void scan(
      VectorReader rows, List<RowRange> ranges, List<? extends ScoreCollector> scores) {
    ranges.forEach(rows::require);
    try (QuantizedTiles tiles = new QuantizedTiles(rows, products.block(dimension, factors))) {
      PendingRows pending = new PendingRows(rows, tiles, scores);
      ranges.forEach(pending::add);
      pending.score();
    }
  }

  /** Successive rows to score, and the index of their tile in {@link QuantizedTiles}. */
  private record Part(long first, long end, int number) {}

  /** Rows of several tiles that have to be scored. */
  private final class PendingRows {
    private final VectorReader rows;
    private final QuantizedTiles tiles;
    private final List<? extends ScoreCollector> scores;
    private final List<RowRange> open = new ArrayList<>();
    private final List<Part> closed = new ArrayList<>();
    private final float[] row = new float[dimension];
    private long tile;

    PendingRows(VectorReader rows, QuantizedTiles tiles, List<? extends ScoreCollector> scores) {
      this.rows = rows;
      this.tiles = tiles;
      this.scores = scores;
    }

    void add(RowRange range) {
      long next = range.first();
      while (next < range.end()) {
        open(VectorLayout.tile(next));
        long end = Math.min(range.end(), tile + VectorLayout.TILE_ROWS);
        open.add(new RowRange(next, end));
        next = end;
      }
    }

    /**
     * Starts a tile unless it is the current one. Two successive ranges may contain rows of the
     * same tile.
     */
    private void open(long nextTile) {
      if (nextTile != tile) {
        close();
        tile = nextTile;
      }
    }

    /**
     * Ends the current tile. All rows of the tile that have to be scored are known at this point.
     */
    private void close() {
      long count = open.stream().mapToLong(part -> part.end() - part.first()).sum();
      int number = count > FEW_ROWS ? number() : NOT_MULTIPLIED;
      open.forEach(part -> closed.add(new Part(part.first(), part.end(), number)));
      open.clear();
    }

    private int number() {
      if (!tiles.accepts(tile)) {
        scoreClosed();
      }
      return tiles.add(tile);
    }

    void score() {
      close();
      scoreClosed();
    }

    private void scoreClosed() {
      tiles.multiply();
      for (int query = 0; query < queries.size(); query++) {
        tiles.select(query);
        score(queries.get(query), exact.get(query), scores.get(query));
      }
      tiles.clear();
      closed.clear();
    }

    private void score(QuantizedQuery coded, RowScorer query, ScoreCollector collector) {
      for (Part part : closed) {
        if (part.number == NOT_MULTIPLIED) {
          scoreAll(part, query, collector);
        } else if (tiles.largest(part.number)
            >= tiles.least(coded, part.number, collector.floor())) {
          scoreSome(part, coded, query, collector);
        }
      }
    }

    private void scoreAll(Part part, RowScorer query, ScoreCollector collector) {
      for (long i = part.first; i < part.end; i++) {
        score(i, query, collector);
      }
    }

    private void scoreSome(
        Part part, QuantizedQuery coded, RowScorer query, ScoreCollector collector) {
      int least = tiles.least(coded, part.number, collector.floor());
      for (long i = part.first; i < part.end; i++) {
        if (tiles.product(part.number, (int) (i % VectorLayout.TILE_ROWS)) >= least) {
          if (!tiles.addBounds(coded, part.number, i, collector)) {
            score(i, query, collector);
          }
          least = tiles.least(coded, part.number, collector.floor());
        }
      }
    }

    private void score(long number, RowScorer query, ScoreCollector collector) {
      rows.read(number, row, 1);
      query.score(rows, number, row, 0, collector);
    }
  }
}

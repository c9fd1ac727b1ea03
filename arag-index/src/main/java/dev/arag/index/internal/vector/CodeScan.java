package dev.arag.index.internal.vector;

import dev.arag.index.internal.product.ByteProducts;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Looks at the codes of every row, a quarter of the bytes of its floats, and at the floats only of
 * those that the codes do not prove to be too far.
 */
final class CodeScan extends RowScan {
  /** The floats of so few rows of a tile are read in less time than all its codes. */
  private static final int FEW_ROWS = 20;

  private static final int NOWHERE = -1;

  private final ByteProducts products;
  private final List<CodedQuery> queries;
  private final List<RowScores> exact;
  private final byte[] factors;
  private final int dimension;

  CodeScan(ByteProducts products, Kernel kernel, float[]... queries) {
    this.products = products;
    this.queries = Stream.of(queries).map(CodedQuery::new).toList();
    exact = Stream.of(queries).map(query -> new RowScores(kernel, query)).toList();
    dimension = queries[0].length;
    ByteBuffer table = ByteBuffer.allocate(queries.length * dimension);
    this.queries.forEach(query -> table.put(query.factor()));
    factors = table.array();
  }

  @Override
  public void scan(VectorReader rows, List<RowRange> ranges, List<? extends Scores> scores) {
    ranges.forEach(rows::require);
    try (CodeTiles tiles = new CodeTiles(rows, products.block(dimension, factors))) {
      Gathered gathered = new Gathered(rows, tiles, scores);
      ranges.forEach(gathered::add);
      gathered.score();
    }
  }

  /** Neighbouring rows that are wanted, and the number of their tile among those multiplied. */
  private record Part(long first, long end, int number) {}

  /** Wanted rows of some tiles. */
  private final class Gathered {
    private final VectorReader rows;
    private final CodeTiles tiles;
    private final List<? extends Scores> scores;
    private final List<RowRange> open = new ArrayList<>();
    private final List<Part> closed = new ArrayList<>();
    private final float[] row = new float[dimension];
    private long tile;

    Gathered(VectorReader rows, CodeTiles tiles, List<? extends Scores> scores) {
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

    /** One range may end in the tile that the next one begins in. */
    private void open(long wanted) {
      if (wanted != tile) {
        close();
        tile = wanted;
      }
    }

    /** All rows of the tile that are wanted are known now. */
    private void close() {
      long count = open.stream().mapToLong(part -> part.end() - part.first()).sum();
      int number = count > FEW_ROWS ? number() : NOWHERE;
      open.forEach(part -> closed.add(new Part(part.first(), part.end(), number)));
      open.clear();
    }

    private int number() {
      if (!tiles.takes(tile)) {
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

    private void score(CodedQuery coded, RowScores query, Scores taken) {
      for (Part part : closed) {
        if (part.number == NOWHERE) {
          scoreAll(part, query, taken);
        } else if (tiles.largest(part.number) >= tiles.least(coded, part.number, taken.floor())) {
          scoreSome(part, coded, query, taken);
        }
      }
    }

    private void scoreAll(Part part, RowScores query, Scores taken) {
      for (long i = part.first; i < part.end; i++) {
        score(i, query, taken);
      }
    }

    private void scoreSome(Part part, CodedQuery coded, RowScores query, Scores taken) {
      int least = tiles.least(coded, part.number, taken.floor());
      for (long i = part.first; i < part.end; i++) {
        if (tiles.product(part.number, (int) (i % VectorLayout.TILE_ROWS)) >= least) {
          score(i, query, taken);
          least = tiles.least(coded, part.number, taken.floor());
        }
      }
    }

    private void score(long number, RowScores query, Scores taken) {
      rows.read(number, row, 1);
      query.score(rows, number, row, 0, taken);
    }
  }
}

package dev.arag.index.internal.vector;

import dev.arag.index.internal.matrix.TileProduct;

/**
 * The codes of several tiles, and the bounds for the scores of rows that follow from these codes.
 * Not thread-safe.
 */
final class QuantizedTiles implements AutoCloseable {
  private final VectorReader rows;
  private final TileProduct block;
  private final float[] parameters = new float[TileQuantizer.parameters(VectorLayout.TILE_ROWS)];
  private final float[] scales;
  private final float[] residuals;
  private final int[] sums;
  private final int[] products;
  private final int[] largest;
  private int count;

  /**
   * The number of rows of each tile, which is the same for all tiles that are multiplied together.
   */
  private int width;

  QuantizedTiles(VectorReader rows, TileProduct block) {
    this.rows = rows;
    this.block = block;
    scales = new float[capacity()];
    residuals = new float[capacity()];
    sums = new int[capacity() * VectorLayout.TILE_ROWS];
    products = new int[capacity() * VectorLayout.TILE_ROWS];
    largest = new int[capacity()];
  }

  /** Returns the maximum number of tiles. */
  int capacity() {
    return block.capacity();
  }

  /**
   * Returns whether a tile can be added. There must be free space, and all tiles must have the same
   * number of rows.
   *
   * @param tile the number of the first row of the tile
   */
  boolean accepts(long tile) {
    return count == 0 || (count < capacity() && rows.tileRows(tile) == width);
  }

  /**
   * Adds a tile.
   *
   * @param tile the number of the first row of the tile
   * @return the index of the tile in this object, starting from 0
   */
  int add(long tile) {
    width = rows.tileRows(tile);
    int place = count * width;
    rows.readTile(tile, block.tiles(), place * rows.dimension());
    rows.readParameters(tile, parameters);
    scales[count] = parameters[0];
    residuals[count] = parameters[1];
    for (int i = 0; i < width; i++) {
      sums[place + i] = (int) parameters[TileQuantizer.parameters(i)];
    }
    return count++;
  }

  /** Multiplies all tiles by all queries. Must be called after all tiles were added. */
  void multiply() {
    if (count > 0) {
      block.multiply(count, width);
    }
  }

  /**
   * Selects a query. Must be called after {@link #multiply}.
   *
   * @param query the index of the query, starting from 0
   */
  void select(int query) {
    if (count > 0) {
      block.products(query, products);
      for (int i = 0; i < count * width; i++) {
        products[i] = QuantizedQuery.product(products[i], sums[i]);
      }
      for (int tile = 0; tile < count; tile++) {
        largest[tile] = largestOf(tile);
      }
    }
  }

  /** Returns the largest product of any row of a tile and the selected query. */
  int largest(int tile) {
    return largest[tile];
  }

  /** Returns the product of a row of a tile and the selected query. */
  int product(int tile, int row) {
    return products[tile * width + row];
  }

  /** Returns the smallest product for which a row of a tile can score at least the floor. */
  int least(QuantizedQuery query, int tile, float floor) {
    return query.least(floor, scales[tile], residuals[tile]);
  }

  /**
   * Adds the bounds of the score of a row to a collector.
   *
   * @return whether the collector accepted them
   */
  boolean addBounds(QuantizedQuery query, int tile, long row, ScoreCollector scores) {
    int product = product(tile, (int) (row % VectorLayout.TILE_ROWS));
    double estimate = query.estimate(product, scales[tile]);
    double error = query.error(residuals[tile]);
    return Double.isFinite(estimate)
        && Double.isFinite(error)
        && scores.addBounds(
            row,
            Math.nextDown((float) (estimate - error)),
            Math.nextUp((float) (estimate + error)));
  }

  /**
   * Returns the largest product of any row of a tile. Four maxima are computed independently,
   * because each comparison for a single maximum would have to wait for the previous comparison.
   */
  private int largestOf(int tile) {
    int first = tile * width;
    int a = products[first];
    int b = a;
    int c = a;
    int d = a;
    int end = first + width;
    int i = first;
    for (; i + 3 < end; i += 4) {
      a = Math.max(a, products[i]);
      b = Math.max(b, products[i + 1]);
      c = Math.max(c, products[i + 2]);
      d = Math.max(d, products[i + 3]);
    }
    for (; i < end; i++) {
      a = Math.max(a, products[i]);
    }
    return Math.max(Math.max(a, b), Math.max(c, d));
  }

  void clear() {
    count = 0;
  }

  @Override
  public void close() {
    block.close();
  }
}

package dev.arag.index.internal.vector;

import dev.arag.index.internal.matrix.MatrixBuffer;

/** The codes of several tiles, and the bounds they give for scores of rows. Not thread-safe. */
final class QuantizedTiles implements AutoCloseable {
  private final VectorReader rows;
  private final MatrixBuffer block;
  private final float[] parameters = new float[TileQuantizer.parameters(VectorLayout.TILE_ROWS)];
  private final float[] scales;
  private final float[] residuals;
  private final int[] sums;
  private final int[] products;
  private final int[] largest;
  private int count;

  /** Rows of each tile; the same for all tiles that are multiplied together. */
  private int width;

  QuantizedTiles(VectorReader rows, MatrixBuffer block) {
    this.rows = rows;
    this.block = block;
    scales = new float[capacity()];
    residuals = new float[capacity()];
    sums = new int[capacity() * VectorLayout.TILE_ROWS];
    products = new int[capacity() * VectorLayout.TILE_ROWS];
    largest = new int[capacity()];
  }

  /** Maximal number of tiles. */
  int capacity() {
    return block.capacity();
  }

  /**
   * Whether a tile can be added: there is space, and it has as many rows as the other tiles.
   *
   * @param tile number of its first row
   */
  boolean accepts(long tile) {
    return count == 0 || (count < capacity() && rows.tileRows(tile) == width);
  }

  /**
   * Adds a tile.
   *
   * @param tile number of its first row
   * @return its index here, from 0
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

  /** Multiplies all tiles with all queries. Must be called after all tiles are added. */
  void multiply() {
    if (count > 0) {
      block.multiply(count, width);
    }
  }

  /**
   * Selects a query. Must be called after {@link #multiply}.
   *
   * @param query its index, from 0
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

  /** The largest product of a tile's rows with the selected query. */
  int largest(int tile) {
    return largest[tile];
  }

  /** The product of a tile's row with the selected query. */
  int product(int tile, int row) {
    return products[tile * width + row];
  }

  /** The smallest product with which a row's score can reach the floor. */
  int least(QuantizedQuery query, int tile, float floor) {
    return query.least(floor, scales[tile], residuals[tile]);
  }

  /** Computes four maxima independently, since each would wait for the previous comparison. */
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

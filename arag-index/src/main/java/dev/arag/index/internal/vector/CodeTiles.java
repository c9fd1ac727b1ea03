package dev.arag.index.internal.vector;

import dev.arag.index.internal.product.ProductBlock;

/** Codes of some tiles, and what they prove of the scores of their rows. For one thread. */
final class CodeTiles implements AutoCloseable {
  private final VectorReader rows;
  private final ProductBlock block;
  private final float[] facts = new float[TileCode.facts(VectorLayout.TILE_ROWS)];
  private final float[] scales;
  private final float[] residuals;
  private final int[] sums;
  private final int[] products;
  private final int[] largest;
  private int count;

  /** Rows of each tile, the same for all that are multiplied together. */
  private int width;

  CodeTiles(VectorReader rows, ProductBlock block) {
    this.rows = rows;
    this.block = block;
    scales = new float[capacity()];
    residuals = new float[capacity()];
    sums = new int[capacity() * VectorLayout.TILE_ROWS];
    products = new int[capacity() * VectorLayout.TILE_ROWS];
    largest = new int[capacity()];
  }

  /** How many tiles there is room for. */
  int capacity() {
    return block.capacity();
  }

  /**
   * Whether there is room for a tile, and it is like the others here.
   *
   * @param tile its first row
   */
  boolean takes(long tile) {
    return count == 0 || (count < capacity() && rows.tileRows(tile) == width);
  }

  /**
   * Adds a tile.
   *
   * @param tile its first row
   * @return its number here, from 0
   */
  int add(long tile) {
    width = rows.tileRows(tile);
    int place = count * width;
    rows.readTile(tile, block.tiles(), place * rows.dimension());
    rows.readFacts(tile, facts);
    scales[count] = facts[0];
    residuals[count] = facts[1];
    for (int i = 0; i < width; i++) {
      sums[place + i] = (int) facts[TileCode.facts(i)];
    }
    return count++;
  }

  /** To be called when all tiles are there. */
  void multiply() {
    if (count > 0) {
      block.multiply(count, width);
    }
  }

  /**
   * Chooses a query. To be called after {@link #multiply}.
   *
   * @param query its number, from 0
   */
  void select(int query) {
    if (count > 0) {
      block.products(query, products);
      for (int i = 0; i < count * width; i++) {
        products[i] = CodedQuery.product(products[i], sums[i]);
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

  /** The least product that a row needs for a score that is not below the floor. */
  int least(CodedQuery query, int tile, float floor) {
    return query.least(floor, scales[tile], residuals[tile]);
  }

  /** Four at a time, each of which would wait for the one before. */
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

package dev.arag.index.internal.vector;

import dev.arag.index.internal.product.ProductBlock;

/** Codes of some tiles, and what they prove of the scores of their rows. For one thread. */
final class CodeTiles implements AutoCloseable {
  private final VectorReader rows;
  private final ProductBlock block;
  private final float[] facts = new float[RowCode.FACTS * VectorLayout.TILE_ROWS];
  private final float[] scales;
  private final float[] residuals;
  private final int[] sums;
  private final int[] products;
  private final float[] largestScales;
  private final float[] largestResiduals;
  private int count;

  /** Rows of each tile, the same for all that are multiplied together. */
  private int width;

  CodeTiles(VectorReader rows, ProductBlock block) {
    this.rows = rows;
    this.block = block;
    int capacity = capacity() * VectorLayout.TILE_ROWS;
    scales = new float[capacity];
    residuals = new float[capacity];
    sums = new int[capacity];
    products = new int[capacity];
    largestScales = new float[capacity()];
    largestResiduals = new float[capacity()];
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
    rows.readFacts(tile, width, facts, 0);
    float largestScale = 0;
    float largestResidual = 0;
    for (int i = 0; i < width; i++) {
      int at = RowCode.FACTS * i;
      scales[place + i] = facts[at];
      residuals[place + i] = facts[at + 1];
      sums[place + i] = (int) facts[at + 2];
      // Not a number stays so, and proves nothing.
      largestScale = Math.max(largestScale, facts[at]);
      largestResidual = Math.max(largestResidual, facts[at + 1]);
    }
    largestScales[count] = largestScale;
    largestResiduals[count] = largestResidual;
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
    }
  }

  /** What no row of a tile can exceed with the selected query; not a number if that is unknown. */
  double most(CodedQuery query, int tile) {
    return query.most(largestProduct(tile), largestScales[tile], largestResiduals[tile]);
  }

  /** Or 0. Four at a time, each of which would wait for the one before. */
  private int largestProduct(int tile) {
    int a = 0;
    int b = 0;
    int c = 0;
    int d = 0;
    int end = (tile + 1) * width;
    int i = tile * width;
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

  /** What a row cannot exceed with the selected query; not a number if that is unknown. */
  double most(CodedQuery query, int tile, int row) {
    int place = tile * width + row;
    return query.most(products[place], scales[place], residuals[place]);
  }

  void clear() {
    count = 0;
  }

  @Override
  public void close() {
    block.close();
  }
}

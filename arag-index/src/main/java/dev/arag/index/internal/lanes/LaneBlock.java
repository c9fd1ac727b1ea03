package dev.arag.index.internal.lanes;

import java.nio.ByteBuffer;

/** Room for rows on the heap, and for what they give with queries. For one thread. */
public final class LaneBlock {
  /** So few that a core fetches the next ones from memory while it multiplies these. */
  private static final int ROWS_BYTES = 1 << 13;

  private static final int MOST_ROWS = 1 << 10;

  /** Every register has so many lanes, or a multiple of that. */
  private static final int EIGHT = 8;

  private final int lanes;
  private final int length;
  private final int capacity;
  private final byte[] rows;
  private final float[] sums;
  private final float[] products;

  LaneBlock(int lanes, int length) {
    this.lanes = lanes;
    this.length = length;
    this.capacity = whole(Math.min(MOST_ROWS, Math.max(1, ROWS_BYTES / length)));
    this.rows = new byte[capacity * length + lanes];
    this.sums = new float[capacity * lanes];
    this.products = new float[capacity];
  }

  private static int whole(int count) {
    return (count + FloatLanes.ROWS - 1) / FloatLanes.ROWS * FloatLanes.ROWS;
  }

  /** How many rows there is room for. */
  public int capacity() {
    return capacity;
  }

  /** Where the rows are to be put, one after the other. */
  public ByteBuffer rows() {
    return ByteBuffer.wrap(rows);
  }

  /**
   * Multiplies the first rows. Each product is a sum of floats: each of its products goes through
   * one rounding for each addition in its lane, and through at most one less than there are lanes
   * when these are added up.
   *
   * @param query {@linkplain LaneProducts#padded filled up}
   * @param count rows, at most {@link #capacity}
   * @return the product of each row; good until the next call
   */
  public float[] multiply(float[] query, int count) {
    FloatLanes.multiply(query, rows, length, whole(count), sums);
    for (int row = 0; row < count; row++) {
      products[row] = sum(row * lanes);
    }
    return products;
  }

  /** In plain Java and written out: a loop over single lanes took a tenth of the whole search. */
  private float sum(int start) {
    float sum = sumOfEight(start);
    for (int i = start + EIGHT; i < start + lanes; i += EIGHT) {
      sum += sumOfEight(i);
    }
    return sum;
  }

  private float sumOfEight(int at) {
    return ((sums[at] + sums[at + 1]) + (sums[at + 2] + sums[at + 3]))
        + ((sums[at + 4] + sums[at + 5]) + (sums[at + 6] + sums[at + 7]));
  }
}

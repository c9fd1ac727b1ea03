package dev.arag.index.internal.vector;

import java.nio.ByteBuffer;

/** What codes of rows prove of their scores with some queries. Immutable. */
interface CodeBounds {
  /** Room for codes. */
  Block block();

  /** For one thread. */
  interface Block extends AutoCloseable {
    /** How many rows there is room for. */
    int capacity();

    /** Where codes are to be put, one row after the other. */
    ByteBuffer codes();

    /**
     * Takes the first rows for what is asked of them next.
     *
     * @param count rows, at most {@link #capacity}
     */
    void multiply(int count);

    /**
     * Tells what the scores of these rows cannot exceed.
     *
     * @param query its number, from 0
     * @param facts {@link RowCode}'s, of each row
     * @param most gets a number for each row; not a number where nothing can be said
     */
    void bound(int query, int count, float[] facts, double[] most);

    @Override
    void close();
  }
}

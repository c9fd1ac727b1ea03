package dev.arag.index.internal.lanes;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products in the widest registers of floats that the processor has. The only class that knows the
 * Vector API, so it is compiled apart; without that module, or where registers are shorter than 256
 * bits, it cannot be linked.
 */
final class FloatLanes {
  /** So many rows go through at a time: a load of the query serves all, and no sum waits. */
  static final int ROWS = 4;

  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Byte> BYTES =
      VectorSpecies.of(byte.class, VectorShape.forBitSize(FLOATS.vectorBitSize() / Float.BYTES));

  private FloatLanes() {}

  /** How many floats a register holds. */
  static int count() {
    return FLOATS.length();
  }

  /**
   * Multiplies rows of bytes, each of which tells a number 128 less, with a query.
   *
   * @param query its length a multiple of {@link #count}
   * @param rows one after the other; so many bytes more than the last one as the query is longer
   * @param length of a row
   * @param count of rows, a multiple of {@value #ROWS}
   * @param sums gets for each row the sum in each lane
   */
  static void multiply(float[] query, byte[] rows, int length, int count, float[] sums) {
    int lanes = FLOATS.length();
    for (int row = 0; row < count; row += ROWS) {
      int first = row * length;
      int second = first + length;
      int third = second + length;
      int fourth = third + length;
      FloatVector a = FloatVector.zero(FLOATS);
      FloatVector b = a;
      FloatVector c = a;
      FloatVector d = a;
      for (int i = 0; i < query.length; i += lanes) {
        FloatVector factors = FloatVector.fromArray(FLOATS, query, i);
        a = factors.fma(numbers(rows, first + i), a);
        b = factors.fma(numbers(rows, second + i), b);
        c = factors.fma(numbers(rows, third + i), c);
        d = factors.fma(numbers(rows, fourth + i), d);
      }
      int at = row * lanes;
      a.intoArray(sums, at);
      b.intoArray(sums, at + lanes);
      c.intoArray(sums, at + 2 * lanes);
      d.intoArray(sums, at + 3 * lanes);
    }
  }

  /** With the highest bit turned over an unsigned byte is a signed one, 128 less. */
  private static FloatVector numbers(byte[] rows, int at) {
    return (FloatVector)
        ByteVector.fromArray(BYTES, rows, at)
            .lanewise(VectorOperators.XOR, Byte.MIN_VALUE)
            .convertShape(VectorOperators.B2F, FLOATS, 0);
  }
}

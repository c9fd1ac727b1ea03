package dev.arag.core.embed;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A vector of length 1. Immutable. */
public final class Embedding {
  /** The rounding error of a float vector scaled to length 1 is less than this. */
  private static final double UNIT_TOLERANCE = 1e-6;

  private final float[] values;

  private Embedding(float[] values) {
    this.values = values;
  }

  /**
   * Copies a vector and scales it to length 1. A vector that has length 1 within float precision is
   * kept bit by bit, so that stored vectors are read back unchanged.
   *
   * @throws IllegalArgumentException if it is empty, all zero, or holds a value that is not finite
   */
  public static Embedding of(float[] values) {
    double squares = 0;
    for (float value : values) {
      squares += (double) value * value;
    }
    if (!(squares > 0) || !Double.isFinite(squares)) {
      throw new IllegalArgumentException(
          "An embedding needs finite values that are not all zero; its squared length was "
              + squares);
    }
    return new Embedding(scaled(values, Math.sqrt(squares)));
  }

  private static float[] scaled(float[] values, double length) {
    float[] copy = values.clone();
    if (Math.abs(length - 1) <= UNIT_TOLERANCE) {
      return copy;
    }
    for (int i = 0; i < copy.length; i++) {
      copy[i] = (float) (copy[i] / length);
    }
    return copy;
  }

  /** Number of floats. */
  public int dimension() {
    return values.length;
  }

  /**
   * The cosine similarity to another embedding. The products are summed in double in index order,
   * then rounded to float, so that every machine and implementation computes the same value.
   */
  public float dot(Embedding other) {
    if (other.values.length != values.length) {
      throw new IllegalArgumentException(
          "Embeddings differ in dimension: " + values.length + " and " + other.values.length);
    }
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += (double) values[i] * other.values[i];
    }
    return (float) sum;
  }

  /** A copy of the values. */
  public float[] toArray() {
    return values.clone();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Embedding that && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return "Embedding of " + values.length + " floats";
  }
}

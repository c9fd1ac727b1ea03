package dev.arag.core.embed;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A vector of length 1. Immutable. */
public final class Embedding {
  /**
   * An upper bound for the rounding error in the length of a float vector that was scaled to length
   * 1.
   */
  private static final double UNIT_TOLERANCE = 1e-6;

  private final float[] values;

  private Embedding(float[] values) {
    this.values = values;
  }

  /**
   * Copies a vector and scales it to length 1. A vector whose length is already 1 within float
   * precision is copied without scaling. A vector that is stored and read back therefore has
   * identical bits.
   *
   * @throws IllegalArgumentException if the vector is empty, contains only zeros, or contains a
   *     value that is not finite
   */
  public static Embedding of(float[] values) {
    requireNonNull(values, "values");
    double squares = 0;
    for (float value : values) {
      squares += (double) value * value;
    }
    if (!(squares > 0) || !Double.isFinite(squares)) {
      throw new IllegalArgumentException(
          "An embedding needs finite values that are not all zero; the squared length was "
              + squares);
    }
    return new Embedding(scaled(values, Math.sqrt(squares)));
  }

  /**
   * Returns the mean of embeddings, scaled to length 1. The values are added as doubles in the
   * order of the list, divided by their number, and rounded to float before they are scaled. If the
   * mean is zero, returns the first embedding.
   *
   * @param embeddings at least one embedding; all must have the same dimension
   */
  public static Embedding mean(List<Embedding> embeddings) {
    requireNonNull(embeddings, "embeddings");
    if (embeddings.isEmpty()) {
      throw new IllegalArgumentException("The mean needs at least one embedding.");
    }
    Embedding first = embeddings.get(0);
    double[] sum = new double[first.dimension()];
    for (Embedding each : embeddings) {
      if (each.dimension() != sum.length) {
        throw new IllegalArgumentException(
            "Embeddings differ in dimension: " + sum.length + " and " + each.dimension());
      }
      for (int i = 0; i < sum.length; i++) {
        sum[i] += each.values[i];
      }
    }
    float[] values = new float[sum.length];
    boolean isZero = true;
    for (int i = 0; i < sum.length; i++) {
      values[i] = (float) (sum[i] / embeddings.size());
      isZero &= values[i] == 0;
    }
    return isZero ? first : of(values);
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

  /** The number of floats in the vector. */
  public int dimension() {
    return values.length;
  }

  /**
   * The cosine similarity to another embedding. The products are summed as doubles in index order,
   * and the sum is rounded to float. Other code that computes scores of a corpus must sum in the
   * same order, so that all corpora and machines return the same scores.
   */
  public float dot(Embedding other) {
    requireNonNull(other, "other");
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

package dev.arag.core.embed;

import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Generates vectors with a distribution like that of sentence embeddings from a small embedder.
 * Each vector is the sum of four parts: one direction common to all vectors, the direction of one
 * of 1,000 topics, 40 directions of decreasing weight, and noise. Some topics are more frequent
 * than others. The cosine of vectors from different topics is near 0.5. The same random numbers
 * give the same vector. Immutable.
 */
public final class GeneratedVectors {
  private static final int TOPICS = 1_000;
  private static final int TRAITS = 40;
  private static final double FALL = 0.75;
  private static final float COMMON = 0.7f;
  private static final float TOPIC = 0.25f;
  private static final float TRAIT = 0.65f;
  private static final float OWN = 0.15f;

  private final int dimension;
  private final float[] common;
  private final float[][] topics;
  private final float[][] traits;

  /** Creates a generator. The directions depend only on the dimension. */
  public GeneratedVectors(int dimension) {
    this.dimension = dimension;
    SplittableRandom places = new SplittableRandom(dimension);
    common = direction(places);
    topics = directions(TOPICS, places);
    traits = directions(TRAITS, places);
  }

  private float[][] directions(int count, SplittableRandom places) {
    return Stream.generate(() -> direction(places)).limit(count).toArray(float[][]::new);
  }

  /** Returns the vector that the next random numbers give. */
  public Embedding next(SplittableRandom random) {
    double place = random.nextDouble();
    float[] vector = new float[dimension];
    add(COMMON, common, vector);
    add(TOPIC, topics[(int) (TOPICS * place * place)], vector);
    addTraits(vector, random);
    add(OWN, direction(random), vector);
    return Embedding.of(vector);
  }

  /** Adds directions of decreasing weight, like the principal components of real embeddings. */
  private void addTraits(float[] vector, SplittableRandom random) {
    double squares = 0;
    float[] shares = new float[TRAITS];
    for (int i = 0; i < TRAITS; i++) {
      shares[i] = (float) (number(random) / Math.pow(1 + i, FALL));
      squares += shares[i] * shares[i];
    }
    float scale = (float) (TRAIT / Math.sqrt(squares));
    for (int i = 0; i < TRAITS; i++) {
      add(scale * shares[i], traits[i], vector);
    }
  }

  private static void add(float share, float[] direction, float[] vector) {
    for (int i = 0; i < vector.length; i++) {
      vector[i] += share * direction[i];
    }
  }

  /**
   * Returns a random direction. Uniform numbers are faster to generate than normal ones, and in
   * many dimensions the result is equivalent.
   */
  private float[] direction(SplittableRandom random) {
    float[] values = new float[dimension];
    for (int i = 0; i < dimension; i++) {
      values[i] = number(random);
    }
    return Embedding.of(values).toArray();
  }

  /** Returns a random number from -1 to 1. */
  private static float number(SplittableRandom random) {
    return (random.nextInt() >> 8) * 0x1p-23f;
  }
}

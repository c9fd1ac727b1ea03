package dev.arag.solr.bench;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Returns generated vectors with a distribution like that of sentence embeddings: each is the sum
 * of a direction common to all, the direction of one of 1,000 topics, 40 directions of decreasing
 * weight, and noise. The same text always has the same vector.
 */
final class GeneratedEmbedder implements Embedder {
  private static final int DIMENSION = 384;
  private static final int TOPICS = 1_000;
  private static final int TRAITS = 40;
  private static final double FALL = 0.75;
  private static final float COMMON = 0.7f;
  private static final float TOPIC = 0.25f;
  private static final float TRAIT = 0.65f;
  private static final float OWN = 0.15f;

  private final float[] common;
  private final float[][] topics;
  private final float[][] traits;

  GeneratedEmbedder() {
    SplittableRandom places = new SplittableRandom(DIMENSION);
    common = direction(places);
    topics = Stream.generate(() -> direction(places)).limit(TOPICS).toArray(float[][]::new);
    traits = Stream.generate(() -> direction(places)).limit(TRAITS).toArray(float[][]::new);
  }

  @Override
  public Embedding embedQuery(String text) {
    return vector(text);
  }

  @Override
  public List<Embedding> embedSentences(List<String> texts) {
    return texts.stream().map(this::vector).toList();
  }

  @Override
  public int dimension() {
    return DIMENSION;
  }

  @Override
  public String fingerprint() {
    return "generated-" + DIMENSION;
  }

  private Embedding vector(String text) {
    SplittableRandom random = new SplittableRandom(hash(text));
    float[] vector = new float[DIMENSION];
    double place = random.nextDouble();
    add(COMMON, common, vector);
    add(TOPIC, topics[(int) (TOPICS * place * place)], vector);
    addTraits(vector, random);
    add(OWN, direction(random), vector);
    return Embedding.of(vector);
  }

  private static long hash(String text) {
    long hash = 1;
    for (int i = 0; i < text.length(); i++) {
      hash = 31 * hash + text.charAt(i);
    }
    return hash;
  }

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

  private static float[] direction(SplittableRandom random) {
    float[] values = new float[DIMENSION];
    for (int i = 0; i < DIMENSION; i++) {
      values[i] = number(random);
    }
    return Embedding.of(values).toArray();
  }

  private static float number(SplittableRandom random) {
    return (random.nextInt() >> 8) * 0x1p-23f;
  }
}

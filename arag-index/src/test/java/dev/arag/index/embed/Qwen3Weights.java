package dev.arag.index.embed;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random weights of a small Qwen3 model: two layers, four query heads, two key heads, norms on
 * queries and keys, and a head size larger than the hidden size divided by the number of heads.
 */
final class Qwen3Weights {
  static final int VOCABULARY = 260;
  static final int WIDTH = 40;
  static final int HEADS = 4;
  static final int KEY_HEADS = 2;
  static final int HEAD_WIDTH = 16;
  static final int INNER = 56;
  static final double ROTATION = 1e6;
  static final float EPSILON = 1e-6f;

  final float[] embeddings;
  final List<Layer> layers = new ArrayList<>();
  final float[] norm;

  private final Random random;

  Qwen3Weights(long seed) {
    random = new Random(seed);
    embeddings = matrix(VOCABULARY * WIDTH, 1);
    for (int i = 0; i < 2; i++) {
      layers.add(newLayer());
    }
    norm = aroundOne(WIDTH);
  }

  private Layer newLayer() {
    return new Layer(
        aroundOne(WIDTH),
        matrix(WIDTH * HEADS * HEAD_WIDTH, WIDTH),
        matrix(WIDTH * KEY_HEADS * HEAD_WIDTH, WIDTH),
        matrix(WIDTH * KEY_HEADS * HEAD_WIDTH, WIDTH),
        aroundOne(HEAD_WIDTH),
        aroundOne(HEAD_WIDTH),
        matrix(HEADS * HEAD_WIDTH * WIDTH, HEADS * HEAD_WIDTH),
        aroundOne(WIDTH),
        matrix(WIDTH * INNER, WIDTH),
        matrix(WIDTH * INNER, WIDTH),
        matrix(INNER * WIDTH, INNER));
  }

  private float[] matrix(int size, int fanIn) {
    float[] values = new float[size];
    for (int i = 0; i < size; i++) {
      values[i] = (float) (random.nextGaussian() / Math.sqrt(fanIn));
    }
    return values;
  }

  private float[] aroundOne(int size) {
    float[] values = new float[size];
    for (int i = 0; i < size; i++) {
      values[i] = 1 + 0.3f * (float) random.nextGaussian();
    }
    return values;
  }

  /**
   * The weights of one layer. Matrices are stored row by row, one row per input dimension: {@code
   * y[j] = sum x[i] * m[i * columns + j]}.
   */
  record Layer(
      float[] norm,
      float[] query,
      float[] key,
      float[] value,
      float[] queryNorm,
      float[] keyNorm,
      float[] out,
      float[] innerNorm,
      float[] gate,
      float[] up,
      float[] down) {}
}

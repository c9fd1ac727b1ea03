package dev.arag.index.internal.vector;

import dev.arag.core.embed.Embedding;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** Creates vectors of length 1 for tests of quantization. */
final class TestRows {
  /**
   * Rows that are hard to quantize: all numbers equal, one large and many small numbers, numbers
   * halfway between two codes, and numbers of different scales.
   */
  static final List<IntToDoubleFunction> HOSTILE =
      List.of(
          at -> 1,
          at -> at % 2 == 0 ? 1 : -1,
          at -> at == 0 ? 127 : 0.5,
          at -> at == 0 ? 127 : at % 2 == 0 ? 0.4999 : -0.4999,
          at -> at == 0 ? 127 : at % 100 + 0.5,
          at -> Math.scalb(1.0, -(at % 140)),
          at -> at == 0 ? 1 : Float.MIN_VALUE,
          at -> at == 0 ? -1 : 1e-9);

  private TestRows() {}

  static float[] unit(int dimension, IntToDoubleFunction values) {
    float[] floats = new float[dimension];
    for (int i = 0; i < dimension; i++) {
      floats[i] = (float) values.applyAsDouble(i);
    }
    return Embedding.of(floats).toArray();
  }
}

package dev.arag.index.embed;

import java.nio.FloatBuffer;

/** How the hidden states of a sentence's tokens become one vector. */
enum Pooling {
  /** The state of the first token, which BERT models train to stand for the whole text. */
  CLS {
    @Override
    float[] pool(FloatBuffer states, int dimension) {
      float[] vector = new float[dimension];
      states.get(0, vector);
      return vector;
    }
  };

  /**
   * @param states one row of {@code dimension} floats for each token
   */
  abstract float[] pool(FloatBuffer states, int dimension);
}

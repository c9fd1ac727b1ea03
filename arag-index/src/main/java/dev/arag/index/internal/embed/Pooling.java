package dev.arag.index.internal.embed;

import java.nio.FloatBuffer;

/** The method that combines the hidden states of a text's tokens into one vector. */
public enum Pooling {
  /** The state of the first token, which BERT models are trained to use as the vector of a text. */
  CLS {
    @Override
    float[] pool(FloatBuffer states, int start, int end, int width) {
      return state(states, start, width);
    }
  },
  /** The mean of the states of all tokens, including special tokens. */
  MEAN {
    @Override
    float[] pool(FloatBuffer states, int start, int end, int width) {
      double[] sum = new double[width];
      for (int token = start; token < end; token++) {
        for (int i = 0; i < width; i++) {
          sum[i] += states.get(token * width + i);
        }
      }
      float[] mean = new float[width];
      for (int i = 0; i < width; i++) {
        mean[i] = (float) (sum[i] / (end - start));
      }
      return mean;
    }
  },
  /**
   * The state of the last token. In a causal model, only this token attends to all other tokens.
   */
  LAST {
    @Override
    float[] pool(FloatBuffer states, int start, int end, int width) {
      return state(states, end - 1, width);
    }
  };

  /**
   * Combines the states of one text.
   *
   * @param states the states of all tokens, {@code width} floats for each token
   * @param start the index of the first token of the text
   * @param end the index after the last token of the text
   */
  abstract float[] pool(FloatBuffer states, int start, int end, int width);

  private static float[] state(FloatBuffer states, int token, int width) {
    float[] vector = new float[width];
    states.get(token * width, vector);
    return vector;
  }
}

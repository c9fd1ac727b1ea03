package dev.arag.index.embed;

import static dev.arag.index.embed.Qwen3Weights.HEADS;
import static dev.arag.index.embed.Qwen3Weights.HEAD_WIDTH;
import static dev.arag.index.embed.Qwen3Weights.INNER;
import static dev.arag.index.embed.Qwen3Weights.KEY_HEADS;
import static dev.arag.index.embed.Qwen3Weights.WIDTH;

/**
 * A reference implementation of Qwen3, written from the description of the architecture. It
 * processes one token at a time in double precision, without batches, padding or masks.
 */
final class Qwen3Reference {
  private final Qwen3Weights weights;

  Qwen3Reference(Qwen3Weights weights) {
    this.weights = weights;
  }

  /** Returns the hidden state of the last token, truncated and normalized. */
  double[] embed(long[] ids, int dimension) {
    double[][] states = states(ids);
    double[] vector = new double[dimension];
    System.arraycopy(states[ids.length - 1], 0, vector, 0, dimension);
    double length = Math.sqrt(dot(vector, vector));
    for (int i = 0; i < dimension; i++) {
      vector[i] /= length;
    }
    return vector;
  }

  /** Returns the hidden state of every token. */
  double[][] states(long[] ids) {
    double[][] states = new double[ids.length][WIDTH];
    for (int t = 0; t < ids.length; t++) {
      for (int i = 0; i < WIDTH; i++) {
        states[t][i] = weights.embeddings[(int) ids[t] * WIDTH + i];
      }
    }
    for (Qwen3Weights.Layer layer : weights.layers) {
      attend(layer, states);
      think(layer, states);
    }
    for (int t = 0; t < ids.length; t++) {
      states[t] = norm(states[t], weights.norm);
    }
    return states;
  }

  private static void attend(Qwen3Weights.Layer layer, double[][] states) {
    int length = states.length;
    double[][][] queries = new double[length][][];
    double[][][] keys = new double[length][][];
    double[][][] values = new double[length][][];
    for (int t = 0; t < length; t++) {
      double[] x = norm(states[t], layer.norm());
      queries[t] = rotated(heads(product(x, layer.query()), HEADS), layer.queryNorm(), t);
      keys[t] = rotated(heads(product(x, layer.key()), KEY_HEADS), layer.keyNorm(), t);
      values[t] = heads(product(x, layer.value()), KEY_HEADS);
    }
    for (int t = 0; t < length; t++) {
      double[] gathered = new double[HEADS * HEAD_WIDTH];
      for (int head = 0; head < HEADS; head++) {
        int keyHead = head / (HEADS / KEY_HEADS);
        double[] weight = new double[t + 1];
        double sum = 0;
        for (int s = 0; s <= t; s++) {
          weight[s] = Math.exp(dot(queries[t][head], keys[s][keyHead]) / Math.sqrt(HEAD_WIDTH));
          sum += weight[s];
        }
        for (int s = 0; s <= t; s++) {
          for (int i = 0; i < HEAD_WIDTH; i++) {
            gathered[head * HEAD_WIDTH + i] += weight[s] / sum * values[s][keyHead][i];
          }
        }
      }
      add(states[t], product(gathered, layer.out()));
    }
  }

  private static void think(Qwen3Weights.Layer layer, double[][] states) {
    for (double[] state : states) {
      double[] x = norm(state, layer.innerNorm());
      double[] gate = product(x, layer.gate());
      double[] up = product(x, layer.up());
      for (int i = 0; i < INNER; i++) {
        up[i] *= gate[i] / (1 + Math.exp(-gate[i]));
      }
      add(state, product(up, layer.down()));
    }
  }

  private static double[][] heads(double[] row, int count) {
    double[][] heads = new double[count][HEAD_WIDTH];
    for (int head = 0; head < count; head++) {
      System.arraycopy(row, head * HEAD_WIDTH, heads[head], 0, HEAD_WIDTH);
    }
    return heads;
  }

  /**
   * Rotates each pair of components (i, i + half) by an angle that is proportional to the token
   * position.
   */
  private static double[][] rotated(double[][] heads, float[] scale, int position) {
    int half = HEAD_WIDTH / 2;
    for (int head = 0; head < heads.length; head++) {
      double[] x = norm(heads[head], scale);
      for (int i = 0; i < half; i++) {
        double angle = position * Math.pow(Qwen3Weights.ROTATION, -2.0 * i / HEAD_WIDTH);
        double first = x[i] * Math.cos(angle) - x[i + half] * Math.sin(angle);
        x[i + half] = x[i + half] * Math.cos(angle) + x[i] * Math.sin(angle);
        x[i] = first;
      }
      heads[head] = x;
    }
    return heads;
  }

  private static double[] norm(double[] x, float[] scale) {
    double root = Math.sqrt(dot(x, x) / x.length + Qwen3Weights.EPSILON);
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      y[i] = x[i] / root * scale[i];
    }
    return y;
  }

  private static double[] product(double[] x, float[] matrix) {
    int columns = matrix.length / x.length;
    double[] y = new double[columns];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < columns; j++) {
        y[j] += x[i] * matrix[i * columns + j];
      }
    }
    return y;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  private static void add(double[] to, double[] more) {
    for (int i = 0; i < to.length; i++) {
      to[i] += more[i];
    }
  }
}

package dev.arag.index.internal.vector;

import static dev.arag.index.internal.vector.TestRows.unit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.embed.Embedding;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that codes never rule out a row whose score reaches the floor. */
class QuantizedQueryTest {
  private static final int[] DIMENSIONS = {1, 2, 3, 8, 64, 384, 1024, 8192};

  /** The maximum difference between the bound and the score for random rows. */
  private static final float FAR = 0.1f;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void keepsTheBoundForRandomRows(int seed) {
    Random random = new Random(seed);
    for (int dimension : DIMENSIONS) {
      for (int i = 0; i < 60; i++) {
        float[] query = unit(dimension, at -> random.nextGaussian());
        float[] row = unit(dimension, at -> random.nextGaussian());
        assertThatBoundHolds(query, row);
        assertThatFarRowsAreRuledOut(query, row);
        assertThatBoundHolds(query, query);
        assertThatBoundHolds(row, unit(dimension, at -> row[at] + 0.1 * query[at]));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 384, 1000})
  void keepsTheBoundForHostileRows(int dimension) {
    for (IntToDoubleFunction query : TestRows.HOSTILE) {
      for (IntToDoubleFunction row : TestRows.HOSTILE) {
        assertThatBoundHolds(unit(dimension, query), unit(dimension, row));
        assertThatBoundHolds(unit(dimension, at -> -query.applyAsDouble(at)), unit(dimension, row));
      }
    }
  }

  private static void assertThatBoundHolds(float[] query, float[]... rows) {
    for (int i = 0; i < rows.length; i++) {
      assertThat(isRuledOut(query, i, score(query, rows[i]), rows)).isFalse();
    }
  }

  private static void assertThatFarRowsAreRuledOut(float[] query, float[]... rows) {
    for (int i = 0; i < rows.length; i++) {
      assertThat(isRuledOut(query, i, score(query, rows[i]) + FAR, rows)).isTrue();
    }
  }

  private static float score(float[] query, float[] row) {
    return Embedding.of(query).dot(Embedding.of(row));
  }

  /**
   * Returns whether the codes rule out a row. All rows are in one tile, so they share the scale of
   * the largest number.
   */
  private static boolean isRuledOut(float[] query, int row, float floor, float[]... rows) {
    int dimension = query.length;
    float[] values = new float[rows.length * dimension];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(rows[i], 0, values, i * dimension, dimension);
    }
    TileQuantizer code = new TileQuantizer(dimension);
    code.encode(values, rows.length);
    QuantizedQuery quantized = new QuantizedQuery(query);
    int found = 0;
    for (int i = 0; i < dimension; i++) {
      found += code.bytes()[i * rows.length + row] * quantized.factor()[i];
    }
    int product =
        QuantizedQuery.product(found, (int) code.parameters()[TileQuantizer.parameters(row)]);
    return product < quantized.least(floor, code.parameters()[0], code.parameters()[1]);
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, 0})
  void rulesOutNoRowWithImpossibleParameters(float parameter) {
    QuantizedQuery quantized = new QuantizedQuery(new float[] {1});
    assertThat(quantized.least(Float.NaN, 1, 1)).isEqualTo(Integer.MIN_VALUE);
    assertThat(quantized.least(0.5f, Float.NaN, parameter)).isEqualTo(Integer.MIN_VALUE);
    assertThat(quantized.least(0.5f, 1, Float.NaN)).isEqualTo(Integer.MIN_VALUE);
    assertThat(quantized.least(Float.NEGATIVE_INFINITY, 1, parameter)).isEqualTo(Integer.MIN_VALUE);
  }
}

package dev.arag.index.internal.vector;

import static dev.arag.index.internal.vector.MadeRows.unit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.embed.Embedding;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What bytes say of a score is never too low, and not much too high. */
class CodedQueryTest {
  private static final int[] DIMENSIONS = {1, 2, 3, 8, 64, 384, 1024, 8192};

  /** How far the bound was above the score at most. */
  private double farthest;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void randomRowsDoNotExceedTheirBound(int seed) {
    Random random = new Random(seed);
    for (int dimension : DIMENSIONS) {
      for (int i = 0; i < 200; i++) {
        float[] query = unit(dimension, at -> random.nextGaussian());
        float[] row = unit(dimension, at -> random.nextGaussian());
        assertThatBoundHolds(query, row);
        assertThatBoundHolds(query, query);
        assertThatBoundHolds(row, unit(dimension, at -> row[at] + 0.1 * query[at]));
      }
    }
    assertThat(farthest).isBetween(0.001, 0.1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 384, 1000})
  void hostileRowsDoNotExceedTheirBound(int dimension) {
    for (IntToDoubleFunction query : MadeRows.HOSTILE) {
      for (IntToDoubleFunction row : MadeRows.HOSTILE) {
        assertThatBoundHolds(unit(dimension, query), unit(dimension, row));
        assertThatBoundHolds(unit(dimension, at -> -query.applyAsDouble(at)), unit(dimension, row));
      }
    }
  }

  private void assertThatBoundHolds(float[] query, float[] row) {
    int dimension = row.length;
    byte[] codes = new byte[dimension];
    float[] facts = new float[RowCode.FACTS];
    RowCode.encode(row, 0, dimension, codes, 0, facts, 0);
    CodedQuery coded = new CodedQuery(query);
    int found = 0;
    for (int i = 0; i < dimension; i++) {
      found += codes[i] * coded.factor()[i];
    }
    float score = Embedding.of(query).dot(Embedding.of(row));
    int product = CodedQuery.product(found, (int) facts[2]);
    double most = coded.most(product, facts[0], facts[1]);
    assertThat(most).isGreaterThanOrEqualTo(score);
    farthest = Math.max(farthest, most - score);
  }
}

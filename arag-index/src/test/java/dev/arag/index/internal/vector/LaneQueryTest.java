package dev.arag.index.internal.vector;

import static dev.arag.index.internal.vector.MadeRows.unit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arag.core.embed.Embedding;
import dev.arag.index.internal.lanes.LaneBlock;
import dev.arag.index.internal.lanes.LaneProducts;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What codes say of a score through the Vector API is never too low, and not much too high. Skipped
 * without that module.
 */
class LaneQueryTest {
  private static final int[] DIMENSIONS = {1, 2, 3, 8, 15, 16, 17, 64, 384, 1000, 1024, 8192};

  private LaneProducts products;

  /** How far the bound was above the score at most. */
  private double farthest;

  @BeforeEach
  void requireModule() {
    assumeTrue(LaneProducts.get().isPresent(), "no --add-modules jdk.incubator.vector");
    products = LaneProducts.get().orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void randomRowsDoNotExceedTheirBound(int seed) {
    Random random = new Random(seed);
    for (int dimension : DIMENSIONS) {
      for (int i = 0; i < 100; i++) {
        float[] query = unit(dimension, at -> random.nextGaussian());
        float[] row = unit(dimension, at -> random.nextGaussian());
        assertThatBoundHolds(query, row);
        assertThatBoundHolds(query, query);
        assertThatBoundHolds(row, unit(dimension, at -> row[at] + 0.1 * query[at]));
      }
    }
    assertThat(farthest).isBetween(0.001, 0.05);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 15, 16, 17, 384, 1000, 8192})
  void hostileRowsDoNotExceedTheirBound(int dimension) {
    for (IntToDoubleFunction query : MadeRows.HOSTILE) {
      for (IntToDoubleFunction row : MadeRows.HOSTILE) {
        assertThatBoundHolds(unit(dimension, query), unit(dimension, row));
        assertThatBoundHolds(unit(dimension, at -> -query.applyAsDouble(at)), unit(dimension, row));
      }
    }
  }

  private void assertThatBoundHolds(float[] query, float[] row) {
    byte[] codes = new byte[row.length];
    float[] facts = new float[2];
    RowCode.encode(row, 0, row.length, codes, 0, facts, 0);
    LaneQuery asked = new LaneQuery(products, query);
    float product = product(query, codes);
    assertThat(Math.abs(product - exact(query, codes)))
        .isLessThanOrEqualTo(asked.relativeError() * lengths(query, codes));
    float score = Embedding.of(query).dot(Embedding.of(row));
    double most = asked.most(product, facts[0], facts[1]);
    assertThat(most).isGreaterThanOrEqualTo(score);
    farthest = Math.max(farthest, most - score);
  }

  /** Products that are next to nothing beside the first of their lane are all lost. */
  @Test
  void theErrorGrowsWithTheLane() {
    int dimension = 8192;
    float[] query = unit(dimension, at -> at < products.lanes() ? 1 : 2.9e-8);
    byte[] codes = new byte[dimension];
    Arrays.fill(codes, (byte) 255);
    double error = Math.abs(product(query, codes) - exact(query, codes));
    assertThat(error / lengths(query, codes))
        .isBetween(4 * Kernel.UNIT_ROUNDING, new LaneQuery(products, query).relativeError());
  }

  /** Behind the row stand bytes that must not matter. */
  private float product(float[] query, byte[] codes) {
    LaneBlock block = products.block(codes.length);
    byte[] all = new byte[block.rows().capacity()];
    Arrays.fill(all, (byte) 77);
    block.rows().put(0, all);
    block.rows().put(0, codes);
    return block.multiply(products.padded(query), 1)[0];
  }

  /** Exact but for the roundings of double. */
  private static double exact(float[] query, byte[] codes) {
    double sum = 0;
    for (int i = 0; i < codes.length; i++) {
      sum += (double) query[i] * number(codes[i]);
    }
    return sum;
  }

  private static double lengths(float[] query, byte[] codes) {
    double ofQuery = 0;
    double ofCodes = 0;
    for (int i = 0; i < codes.length; i++) {
      ofQuery += (double) query[i] * query[i];
      ofCodes += (double) number(codes[i]) * number(codes[i]);
    }
    return Math.sqrt(ofQuery) * Math.sqrt(ofCodes);
  }

  private static int number(byte code) {
    return Byte.toUnsignedInt(code) - RowCode.OFFSET;
  }
}

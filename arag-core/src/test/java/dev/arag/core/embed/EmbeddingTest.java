package dev.arag.core.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddingTest {
  @Test
  void scalesToLengthOne() {
    assertThat(Embedding.of(new float[] {3, 4}).toArray()).containsExactly(0.6f, 0.8f);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void preservesEveryBitOfAScaledVector(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 1_000; round++) {
      float[] values = new float[384];
      for (int i = 0; i < values.length; i++) {
        values[i] = (float) random.nextGaussian();
      }
      Embedding once = Embedding.of(values);
      assertThat(Embedding.of(once.toArray())).isEqualTo(once);
    }
  }

  @Test
  void rejectsZeroEmptyAndNonFiniteVectors() {
    assertThatThrownBy(() -> Embedding.of(new float[3]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Embedding.of(new float[0]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Embedding.of(new float[] {1, Float.NaN}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Embedding.of(new float[] {1, Float.POSITIVE_INFINITY}))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void copiesTheGivenAndTheReturnedArray() {
    float[] given = {1, 0};
    Embedding embedding = Embedding.of(given);
    given[0] = 5;
    embedding.toArray()[1] = 5;
    assertThat(embedding.toArray()).containsExactly(1, 0);
  }

  @Test
  void rejectsTheDotProductOfDifferentDimensions() {
    assertThatThrownBy(() -> Embedding.of(new float[] {1}).dot(Embedding.of(new float[] {1, 1})))
        .hasMessageContaining("1 and 2");
  }
}

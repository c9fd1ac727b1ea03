package dev.arag.core.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import java.util.List;
import org.junit.jupiter.api.Test;

class EmbeddingMeanTest {
  private static final Embedding X = Embedding.of(new float[] {1, 0, 0});
  private static final Embedding Y = Embedding.of(new float[] {0, 2, 0});

  @Test
  void isTheSameForOneEmbedding() {
    Embedding one = Embedding.of(new float[] {0.3f, 0.4f, 0.1f});
    assertThat(Embedding.mean(List.of(one))).isEqualTo(one);
  }

  @Test
  void givesEachEmbeddingTheSameWeightAndHasLengthOne() {
    float[] values = Embedding.mean(List.of(X, Y, Y)).toArray();
    assertThat(values[1]).isCloseTo(2 * values[0], offset(1e-6f));
    assertThat((double) values[0] * values[0] + values[1] * values[1]).isCloseTo(1, offset(1e-6));
  }

  @Test
  void isTheFirstEmbeddingIfTheSumIsZero() {
    Embedding opposite = Embedding.of(new float[] {-1, 0, 0});
    assertThat(Embedding.mean(List.of(X, opposite))).isEqualTo(X);
  }

  @Test
  void rejectsNoEmbeddingsAndDifferentDimensions() {
    assertThatIllegalArgumentException().isThrownBy(() -> Embedding.mean(List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Embedding.mean(List.of(X, Embedding.of(new float[] {1}))));
  }
}

package dev.arag.core.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import java.util.List;
import org.junit.jupiter.api.Test;

class SemanticRankingTest {
  private static boolean add(SemanticRanking ranking, String chunk, int offset, double score) {
    Sentence sentence = new Sentence("s" + offset, offset, List.of(), false);
    return ranking.add(
        ChunkId.of(chunk),
        Location.builder(chunk).build(),
        new SentenceHit(sentence, (float) score));
  }

  @Test
  void acceptsSentencesUntilThereAreEnoughChunksAndSentences() {
    SemanticRanking ranking = new SemanticRanking(1, 1);
    assertThat(add(ranking, "a", 0, 0.9)).isTrue();
    assertThat(add(ranking, "b", 0, 0.8)).isTrue();
    assertThat(add(ranking, "a", 5, 0.7)).isTrue();
    assertThat(add(ranking, "c", 0, 0.6)).isTrue();
    assertThat(add(ranking, "b", 9, 0.5)).isTrue();
    assertThat(add(ranking, "b", 3, 0.4)).isFalse();
    assertThat(ranking.hits()).hasSize(1);
    assertThat(ranking.hits().get(0).sentences())
        .extracting(Sentence::offset)
        .containsExactly(0, 3, 9);
  }

  @Test
  void continuesAfterManySentencesOfOneChunk() {
    SemanticRanking ranking = new SemanticRanking(2, 0);
    for (int i = 0; i < 100; i++) {
      assertThat(add(ranking, "a", i, 1 - i / 1000.0)).isTrue();
    }
    assertThat(add(ranking, "b", 0, 0.1)).isFalse();
    assertThat(ranking.hits()).extracting(hit -> hit.chunk().value()).containsExactly("a", "b");
    assertThat(ranking.hits().get(0).sentences()).hasSize(5);
  }

  @Test
  void rejectsSentencesOutOfOrder() {
    SemanticRanking ranking = new SemanticRanking(1, 0);
    add(ranking, "a", 0, 0.5);
    assertThatIllegalArgumentException().isThrownBy(() -> add(ranking, "b", 0, 0.6));
    assertThatIllegalArgumentException().isThrownBy(() -> add(ranking, "b", 0, Double.NaN));
  }
}

package dev.arag.core.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import java.util.List;
import org.junit.jupiter.api.Test;

class SemanticRankingTest {
  private static boolean add(SemanticRanking ranking, String chunk, int offset, double score) {
    return add(ranking, chunk, new Sentence("s" + offset, offset, List.of(), false), score);
  }

  private static boolean addHeading(SemanticRanking ranking, String chunk, double score) {
    return add(ranking, chunk, new Sentence("heading", 0, List.of(), true), score);
  }

  private static boolean add(
      SemanticRanking ranking, String chunk, Sentence sentence, double score) {
    return ranking.add(
        new Chunk(
            ChunkId.of(chunk),
            Location.builder(chunk).build(),
            "heading and text of the sentences",
            List.of(sentence),
            1,
            null,
            null),
        new SentenceHit(sentence, (float) score));
  }

  @Test
  void acceptsSentencesUntilThereAreEnoughChunksAndSentences() {
    SemanticRanking ranking = new SemanticRanking(new SemanticQuery("text", Profile.PAPER), 1, 1);
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
    SemanticRanking ranking = new SemanticRanking(new SemanticQuery("text", Profile.PAPER), 2, 0);
    for (int i = 0; i < 100; i++) {
      assertThat(add(ranking, "a", i, 1 - i / 1000.0)).isTrue();
    }
    assertThat(add(ranking, "b", 0, 0.1)).isFalse();
    assertThat(ranking.hits()).extracting(hit -> hit.chunk().value()).containsExactly("a", "b");
    assertThat(ranking.hits().get(0).sentences()).hasSize(5);
  }

  @Test
  void acceptsSentencesUntilEachHitHasASentenceThatIsNoHeading() {
    SemanticRanking ranking = new SemanticRanking(new SemanticQuery("text", Profile.PAPER), 1, 1);
    assertThat(addHeading(ranking, "skipped", 0.9)).isTrue();
    assertThat(addHeading(ranking, "hit", 0.8)).isTrue();
    for (int i = 0; i < 10; i++) {
      assertThat(add(ranking, "other", i, 0.7)).isTrue();
    }
    assertThat(add(ranking, "hit", 20, 0.6)).isFalse();
    add(ranking, "hit", 10, 0.5);
    assertThat(ranking.hits()).singleElement().satisfies(SemanticRankingTest::showsOnlyOffset20);
  }

  private static void showsOnlyOffset20(SemanticHit hit) {
    assertThat(hit.score()).isEqualTo(0.8f);
    assertThat(hit.sentences()).extracting(Sentence::offset).containsExactly(20);
  }

  @Test
  void rejectsSentencesOutOfOrder() {
    SemanticRanking ranking = new SemanticRanking(new SemanticQuery("text", Profile.PAPER), 1, 0);
    add(ranking, "a", 0, 0.5);
    assertThatIllegalArgumentException().isThrownBy(() -> add(ranking, "b", 0, 0.6));
    assertThatIllegalArgumentException().isThrownBy(() -> add(ranking, "b", 0, Double.NaN));
  }
}

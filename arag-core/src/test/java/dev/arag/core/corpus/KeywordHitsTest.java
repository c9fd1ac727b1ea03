package dev.arag.core.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests hits that are computed from the counts of a server. */
class KeywordHitsTest {
  private static final KeywordQuery QUERY = KeywordQuery.of(List.of("tarn", "aska"));
  private static final InMemoryCorpus CORPUS =
      InMemoryCorpus.of(Document.of("a", "Tarn, Tarnia."), Document.of("b", "Aska and Tarn."));

  private static Stream<KeywordMatch> matches() {
    return CORPUS.read(List.of(ChunkId.of("a"), ChunkId.of("b"))).stream()
        .flatMap(chunk -> QUERY.match(chunk).stream());
  }

  @Test
  void takesAllCountsFromTheServer() {
    KeywordCounts counts = new KeywordCounts(100, 30, List.of(30L, 4L), List.of(20L, 2L));
    KeywordHits hits = KeywordHits.rank(QUERY, counts, matches(), 5, 0);
    assertThat(hits.total()).isEqualTo(30);
    assertThat(hits.chunksWith()).containsEntry("tarn", 30L).containsEntry("aska", 4L);
    assertThat(hits.chunksWithWhole()).containsEntry("tarn", 20L).containsEntry("aska", 2L);
    assertThat(hits.hits().get(1).counts()).containsExactly(Map.entry("tarn", 2));
    assertThat(hits.hits().get(1).wholeCounts()).containsExactly(Map.entry("tarn", 1));
    assertThat(hits).extracting(hit -> hit.chunkId().value()).containsExactly("b", "a");
    assertThat(hits.hits().get(0).rarity())
        .isEqualTo(StrictMath.log(1 + 100 / 20.0) + StrictMath.log(1 + 100 / 2.0));
    assertThat(KeywordHits.rank(QUERY, counts, matches(), 5, 1).hits()).hasSize(1);
  }

  @Test
  void readsOnlyTheChunksThatAreOnThePageOrRankedAgain() {
    assertThat(chunksRead(0)).containsExactlyElementsOf(IntStream.range(0, 50).boxed().toList());
    assertThat(chunksRead(49)).hasSize(51).endsWith(48, 49, 50);
    assertThat(chunksRead(55)).containsExactly(55, 56);
  }

  /** Returns which of 60 chunks with the same text are read for a page of two hits. */
  private static List<Integer> chunksRead(int offset) {
    KeywordMatch match = matches().findFirst().orElseThrow();
    KeywordRanking<Integer> ranking =
        new KeywordRanking<>(QUERY, Comparator.naturalOrder(), 2, offset);
    IntStream.range(0, 60).forEach(i -> ranking.add(i, match.occurrences()));
    KeywordCounts counts = new KeywordCounts(100, 90, List.of(80L, 4L), List.of(70L, 2L));
    List<Integer> read = new ArrayList<>();
    KeywordHits hits =
        ranking.hits(
            counts,
            chunk -> {
              read.add(chunk);
              return match;
            });
    assertThat(hits.total()).isEqualTo(90);
    assertThat(hits).hasSize(2);
    assertThat(hits.hits().get(0).rarity()).isEqualTo(StrictMath.log(1 + 100 / 70.0));
    return read;
  }

  @Test
  void computesTheRaritiesOfCounts() {
    KeywordQuery query = QUERY.emphasize("tarn", 1.405);
    KeywordCounts counts = new KeywordCounts(100, 30, List.of(30L, 4L), List.of(20L, 0L));
    assertThat(counts.rarities(query)).containsExactly(1.41 * StrictMath.log(1 + 100 / 20.0), 0.0);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> counts.rarities(KeywordQuery.of(List.of("tarn"))))
        .withMessage("The counts are for 2 keywords, but the query has 1");
  }

  @Test
  void rejectsCountsThatContradictTheMatches() {
    for (KeywordCounts counts :
        List.of(
            new KeywordCounts(100, 30, List.of(1L, 4L), List.of(20L, 2L)),
            new KeywordCounts(100, 30, List.of(30L, 4L), List.of(20L, 0L)),
            new KeywordCounts(100, 1, List.of(30L, 4L), List.of(20L, 2L)),
            new KeywordCounts(1, 30, List.of(30L, 4L), List.of(20L, 2L)),
            new KeywordCounts(100, 30, List.of(30L), List.of(20L, 2L)))) {
      assertThatIllegalArgumentException()
          .as("%s", counts)
          .isThrownBy(() -> KeywordHits.rank(QUERY, counts, matches(), 5, 0));
    }
    KeywordCounts counts = new KeywordCounts(100, 30, List.of(1L, 4L), List.of(20L, 2L));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeywordHits.rank(QUERY, counts, matches(), 5, 0))
        .withMessage(
            "chunksWith of the keyword \"tarn\" is 1, but 2 of the added chunks contain the"
                + " keyword.");
  }
}

package dev.arag.core.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.arag.core.corpus.NaiveRanking;
import dev.arag.core.corpus.NaiveRanking.Scored;
import dev.arag.core.corpus.RandomChunks;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.corpus.TestRules;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SemanticRankingTest {
  private static final Offset<Double> ROUNDING = Offset.offset(1e-12);

  /** Creates a chunk of one-line sentences. A sentence that begins with {@code #} is a heading. */
  private static Chunk chunk(String id, String... lines) {
    List<Sentence> sentences = new ArrayList<>();
    List<String> path = List.of();
    StringBuilder text = new StringBuilder();
    for (String line : lines) {
      boolean isHeading = line.startsWith("#");
      path = isHeading ? List.of(line.substring(1)) : path;
      String own = isHeading ? path.get(0) : line;
      sentences.add(new Sentence(own, text.length(), isHeading ? List.of() : path, isHeading));
      text.append(own).append('\n');
    }
    return new Chunk(
        ChunkId.of(id),
        Location.builder(id).build(),
        text.toString(),
        sentences,
        text.length(),
        null,
        null);
  }

  private static boolean add(SemanticRanking ranking, Chunk chunk, int sentence, double score) {
    return ranking.add(chunk, new SentenceHit(chunk.sentences().get(sentence), (float) score));
  }

  private static SemanticRanking paper(int topK, int offset) {
    return new SemanticRanking(new SemanticQuery("bridge", TestRules.OTHER), topK, offset);
  }

  private static SemanticRanking ranking(String query, int topK, int offset) {
    return new SemanticRanking(SemanticQuery.of(query), topK, offset);
  }

  private static List<String> ids(List<SemanticHit> hits) {
    return hits.stream().map(hit -> hit.chunkId().value()).toList();
  }

  // ---- without sections

  private static final String[] LONG = {
    "the first stone",
    "the second stone",
    "the third stone",
    "the fourth stone",
    "the fifth stone",
    "the sixth stone",
    "the seventh stone"
  };

  @Test
  void acceptsThreeSentencesPerChunk() {
    Chunk a = chunk("a", LONG);
    Chunk b = chunk("b", LONG);
    SemanticRanking ranking = paper(1, 1);
    assertThat(ranking.wantedSentences()).isEqualTo(6);
    assertThat(add(ranking, a, 0, 0.9)).isTrue();
    assertThat(add(ranking, b, 4, 0.8)).isTrue();
    assertThat(add(ranking, a, 1, 0.7)).isTrue();
    assertThat(add(ranking, chunk("c", LONG), 0, 0.6)).isTrue();
    assertThat(add(ranking, b, 2, 0.5)).isTrue();
    assertThat(add(ranking, b, 1, 0.4)).isFalse();
    assertThat(add(ranking, b, 0, 0.3)).isFalse();
    assertThat(ranking.hits()).hasSize(1);
    assertThat(ranking.hits().get(0).score()).isEqualTo(0.8f);
    assertThat(ranking.hits().get(0).sentences())
        .containsExactly(b.sentences().get(1), b.sentences().get(2), b.sentences().get(4));
  }

  @Test
  void returnsFewerChunksIfTheBestSentencesBelongToFewer() {
    Chunk a = chunk("a", LONG);
    SemanticRanking ranking = paper(2, 0);
    for (int i = 0; i < 6; i++) {
      assertThat(add(ranking, a, i, 1 - i / 10.0)).isEqualTo(i < 5);
    }
    add(ranking, chunk("b", LONG), 0, 0.1);
    assertThat(ids(ranking.hits())).containsExactly("a");
    assertThat(ranking.hits().get(0).sentences()).isEqualTo(a.sentences().subList(0, 6));
  }

  @Test
  void ignoresShortSentencesByOtherRules() {
    Chunk a = chunk("a", "0123456789", "...0123456789!", "0123456789a.", "𝒳𝒳𝒳𝒳𝒳𝒳𝒳𝒳𝒳𝒳");
    Chunk onlyShort = chunk("b", "Yes.", "No!");
    SemanticRanking ranking = paper(1, 0);
    assertThat(add(ranking, onlyShort, 0, 0.9)).isTrue();
    for (int i = 0; i < 4; i++) {
      assertThat(add(ranking, a, i, 0.8)).isTrue();
    }
    assertThat(ranking.hits())
        .singleElement()
        .satisfies(hit -> assertThat(hit.sentences()).containsExactly(a.sentences().get(2)));
    assertThat(paper(1, 0).hits()).isEmpty();
  }

  @Test
  void ranksByTheBestSentenceByOtherRules() {
    SemanticRanking ranking = paper(2, 0);
    add(ranking, chunk("a", "#ferry", "the old ferry"), 1, 0.51);
    add(ranking, chunk("b", "#bridge", "the old bridge"), 1, 0.5);
    assertThat(ids(ranking.hits())).containsExactly("a", "b");
    assertThat(ranking.hits()).allMatch(hit -> hit.rankScore() == hit.score());
    assertThat(paper(20, 3).wantedChunks()).isEqualTo(23);
  }

  /** A heading line is a sentence like any other. */
  @Test
  void showsHeadingLinesByOtherRules() {
    Chunk a = chunk("a", "#the old bridge of the town", "It is old and long.");
    SemanticRanking ranking = paper(1, 0);
    add(ranking, a, 0, 0.9);
    add(ranking, a, 1, 0.8);
    assertThat(ranking.hits().get(0).sentences()).isEqualTo(a.sentences());
  }

  // ---- by default

  @Test
  void continuesAfterManySentencesOfOneChunk() {
    Chunk a = chunk("a", IntStream.range(0, 100).mapToObj(i -> "s" + i).toArray(String[]::new));
    SemanticRanking ranking = ranking("quadrant", 2, 0);
    for (int i = 0; i < 100; i++) {
      assertThat(add(ranking, a, i, 1 - i / 1000.0)).isTrue();
    }
    add(ranking, chunk("b", "s0"), 0, 0.1);
    assertThat(ids(ranking.hits())).containsExactly("a", "b");
    assertThat(ranking.hits().get(0).sentences()).hasSize(5);
  }

  @Test
  void acceptsSentencesUntilEachHitHasASentenceThatIsNoHeading() {
    SemanticRanking ranking = ranking("quadrant", 1, 1);
    Chunk hit = chunk("hit", "#heading", "first", "second");
    Chunk other = chunk("other", "s0", "s1", "s2", "s3", "s4", "s5", "s6");
    assertThat(add(ranking, chunk("skipped", "#heading", "text"), 0, 0.9)).isTrue();
    assertThat(add(ranking, hit, 0, 0.8)).isTrue();
    for (int i = 0; i < 7; i++) {
      assertThat(add(ranking, other, i, 0.7)).isTrue();
    }
    for (int i = 0; i < 97; i++) {
      assertThat(add(ranking, chunk("c" + i, "s0"), 0, 0.65)).isTrue();
    }
    assertThat(add(ranking, hit, 2, 0.6)).isFalse();
    add(ranking, hit, 1, 0.5);
    assertThat(ranking.hits())
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.score()).isEqualTo(0.8f);
              assertThat(each.sentences()).extracting(Sentence::text).containsExactly("second");
            });
  }

  @Test
  void ranksTheBestSectionsAgainByTheirWords() {
    SemanticRanking ranking = ranking("old bridge", 2, 0);
    add(ranking, chunk("a", "the ferry"), 0, 0.51);
    add(ranking, chunk("b", "the bridge"), 0, 0.5);
    assertThat(ids(ranking.hits())).containsExactly("b", "a");
    assertThat(ranking.hits()).extracting(SemanticHit::score).containsExactly(0.5, (double) 0.51f);
    assertThat(ranking.hits())
        .extracting(SemanticHit::rankScore)
        .containsExactly(0.55, (double) 0.51f);
    assertThat(ranking("old bridge", 20, 3).wantedChunks()).isEqualTo(100);
    assertThat(ranking("old bridge", 200, 3).wantedChunks()).isEqualTo(203);
  }

  @Test
  void ranksByScoreIfNoSectionHasAWordOfTheQuery() {
    SemanticRanking ranking = ranking("quadrant", 2, 0);
    add(ranking, chunk("a", "the ferry"), 0, 0.51);
    add(ranking, chunk("b", "the bridge"), 0, 0.5);
    assertThat(ids(ranking.hits())).containsExactly("a", "b");
    assertThat(ranking.hits()).allMatch(hit -> hit.rankScore() == hit.score());
  }

  @Test
  void ordersEqualRankScoresInCorpusOrder() {
    SemanticRanking ranking = ranking("bridge", 3, 0);
    for (String id : List.of("a", "b", "c")) {
      add(ranking, chunk(id, "a bridge"), 0, 0.5);
    }
    assertThat(ids(ranking.hits())).containsExactly("a", "b", "c");
  }

  /** The words of the best section are those of a heading that is not a sentence of the chunk. */
  @Test
  void countsTheTitlesOfASectionAsText() {
    Sentence sentence = new Sentence("It is old.", 0, List.of("Tarn", "Bridge"), false);
    Chunk under =
        new Chunk(
            ChunkId.of("b"),
            Location.builder("b").build(),
            "It is old.",
            List.of(sentence),
            3,
            null,
            null);
    SemanticRanking ranking = ranking("bridge", 2, 0);
    add(ranking, chunk("a", "It is new."), 0, 0.51);
    add(ranking, under, 0, 0.5);
    assertThat(ids(ranking.hits())).containsExactly("b", "a");
  }

  @Test
  void showsTheBestSentenceOfTheSectionThatRanksHighest() {
    Chunk both = chunk("a", "#Ferry", "It leaves at six.", "#Bridge", "It is old.", "It is long.");
    Chunk crowd = chunk("b", IntStream.range(0, 9).mapToObj(i -> "s" + i).toArray(String[]::new));
    SemanticRanking ranking = ranking("bridge", 1, 0);
    add(ranking, both, 1, 0.9);
    add(ranking, both, 2, 0.89);
    for (int i = 0; i < 9; i++) {
      add(ranking, crowd, i, 0.8);
    }
    add(ranking, both, 4, 0.5);
    add(ranking, both, 3, 0.4);
    SemanticHit hit = ranking.hits().get(0);
    assertThat(hit.rankScore()).isEqualTo(0.89f + 0.05, ROUNDING);
    assertThat(hit.sentences())
        .extracting(Sentence::text)
        .containsExactly("It leaves at six.", "It is long.");
    assertThat(hit.sections()).extracting(each -> each.section().id().number()).contains(0, 1);
  }

  @Test
  void ranksTheSectionsAfterTheBestHundredByScore() {
    SemanticRanking ranking = ranking("bridge", 120, 0);
    for (int i = 0; i < 120; i++) {
      add(ranking, chunk("%03d".formatted(i), i < 99 ? "a ferry" : "a bridge"), 0, 0.5);
    }
    List<SemanticHit> hits = ranking.hits();
    assertThat(ids(hits).get(0)).isEqualTo("099");
    assertThat(ids(hits).subList(1, 100)).isEqualTo(ids(hits).stream().sorted().limit(99).toList());
    assertThat(ids(hits).subList(100, 120)).isSorted();
    assertThat(hits.subList(1, 120)).allMatch(hit -> hit.rankScore() == hit.score());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 20, 60, 150})
  void ranksAsTheDefinitionSays(int chunks) {
    for (int seed = 0; seed < 2; seed++) {
      for (RankingRules rules : rules()) {
        RandomChunks random = new RandomChunks(seed + 100L * chunks, chunks);
        SemanticQuery query = new SemanticQuery(random.words(6), rules);
        List<Scored> inTextOrder = random.inTextOrder();
        NaiveRanking naive = new NaiveRanking(query, inTextOrder);
        List<Scored> bestFirst = NaiveRanking.bestFirst(inTextOrder);
        for (int[] page : new int[][] {{1, 0}, {2, 1}, {5, 0}, {5, 5}, {7, 95}, {300, 0}}) {
          assertThat(rounded(rank(query, bestFirst, page[0], page[1], false)))
              .as("%s, seed %d, %s", query, seed, Arrays.toString(page))
              .isEqualTo(rounded(naive.hits(page[0], page[1])));
        }
      }
    }
  }

  /** Rounds the rank scores, whose last bits depend on the order of additions. */
  private static List<SemanticHit> rounded(List<SemanticHit> hits) {
    return hits.stream()
        .map(
            hit ->
                new SemanticHit(
                    hit.chunk(),
                    hit.score(),
                    Math.round(hit.rankScore() * 1e9) / 1e9,
                    hit.matches()))
        .toList();
  }

  private static List<SemanticHit> rank(
      SemanticQuery query, List<Scored> bestFirst, int topK, int offset, boolean addsAll) {
    SemanticRanking ranking = new SemanticRanking(query, topK, offset);
    for (Scored each : bestFirst) {
      boolean canChange = ranking.add(each.chunk(), new SentenceHit(each.sentence(), each.score()));
      if (!canChange && !addsAll) {
        break;
      }
    }
    return ranking.hits();
  }

  static List<RankingRules> rules() {
    List<RankingRules> all = new ArrayList<>(TestRules.BOTH);
    all.add(new TestRules(true, true, true, true));
    all.add(new TestRules(true, true, false, false));
    return all;
  }

  @ParameterizedTest
  @MethodSource("rules")
  void returnsTheSameHitsOnPagesOfAnySize(RankingRules rules) {
    RandomChunks random = new RandomChunks(1, 130);
    SemanticQuery query = new SemanticQuery("old stone bridge", rules);
    List<Scored> bestFirst = NaiveRanking.bestFirst(random.inTextOrder());
    List<SemanticHit> whole = rank(query, bestFirst, 130, 0, false);
    for (int topK : List.of(1, 2, 3, 20, 99, 129)) {
      for (int offset = 0; offset <= 130; offset += topK) {
        // If sections are not ranked, the number of ranked sentences depends on the end of the
        // page.
        boolean ranksSections = rules.ranksSections();
        List<SemanticHit> all =
            ranksSections ? whole : rank(query, bestFirst, offset + topK, 0, false);
        int start = Math.min(all.size(), offset);
        assertThat(rank(query, bestFirst, topK, offset, false))
            .usingRecursiveFieldByFieldElementComparatorIgnoringFields("matches")
            .isEqualTo(all.subList(start, Math.min(all.size(), offset + topK)));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("rules")
  void ignoresSentencesThatCannotChangeTheResult(RankingRules rules) {
    for (int seed = 0; seed < 20; seed++) {
      RandomChunks random = new RandomChunks(seed, 40);
      SemanticQuery query = new SemanticQuery(random.words(4), rules);
      List<Scored> bestFirst = NaiveRanking.bestFirst(random.inTextOrder());
      assertThat(rank(query, bestFirst, 3, 2, true)).isEqualTo(rank(query, bestFirst, 3, 2, false));
    }
  }

  @Test
  void rejectsSentencesOutOfOrder() {
    SemanticRanking ranking = ranking("text", 1, 0);
    add(ranking, chunk("a", "s0"), 0, 0.5);
    assertThatIllegalArgumentException().isThrownBy(() -> add(ranking, chunk("b", "s0"), 0, 0.6));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> add(ranking, chunk("b", "s0"), 0, Double.NaN));
  }
}

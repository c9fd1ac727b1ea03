package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.TestRules;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.spi.SemanticRanking;
import dev.arag.core.text.Document;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.source.Source;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares index searches with the scoring formulas in memory: hits, order, scores, counts and
 * snippets must be equal.
 */
class OracleTest {
  static IntStream seeds() {
    return IntStream.range(0, 3);
  }

  static IntStream manySeeds() {
    return IntStream.range(3, 500);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void returnsTheHitsOfTheOracle(int seed) {
    compareAll(seed);
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("manySeeds")
  void returnsTheHitsOfTheOracleForMoreCorpora(int seed) {
    compareAll(seed);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void returnsTheHitsOfTheOracleForTextsWithHeadings(int seed) {
    RandomTexts texts = new RandomTexts(seed);
    HashEmbedder embedder = new HashEmbedder(seed % 2 == 0 ? 4 : 64);
    try (Index index =
        Index.builder(new MemoryStore()).embedder(embedder).chunkTokens(64).openOrCreate()) {
      index.sync(Source.documents("random", texts.documentsWithHeadings(12)));
      Corpus oracle = StoredVectors.oracle(index, embedder);
      CorpusComparison comparison = new CorpusComparison(texts);
      for (int i = 0; i < 15; i++) {
        comparison.compare(index, oracle);
        comparison.comparePages(index, oracle);
        assertShowsTextBelowHeadings(index, texts.words(2));
      }
    }
  }

  /** In some of the indexes, one document has nearly all of the best sentences. */
  @Test
  void returnsTheHitsOfTheOracleForMoreSectionsThanAreRankedByWords() {
    int searches = 0;
    int hits = 0;
    int rankedByWords = 0;
    for (int seed = 0; seed < 3; seed++) {
      RandomTexts texts = new RandomTexts(seed);
      HashEmbedder embedder = new HashEmbedder(seed % 2 == 0 ? 8 : 64);
      int chunkTokens = seed % 3 == 0 ? 64 : 400;
      try (Index index =
          Index.builder(new MemoryStore())
              .embedder(embedder)
              .chunkTokens(chunkTokens)
              .openOrCreate()) {
        index.sync(Source.documents("headed", texts.documentsWithHeadings(100)));
        index.sync(Source.documents("more", texts.documentsWithHeadings(120)));
        index.sync(Source.documents("long", List.of(texts.longDocument("long", "bridge"))));
        index.delete(List.of("headed 3", "headed 77"));
        assertThat(
                IndexContents.chunks(index).stream().mapToInt(each -> each.sections().size()).sum())
            .isGreaterThan(2 * SemanticRanking.POOL);
        Corpus oracle = StoredVectors.oracle(index, embedder);
        for (int i = 0; i < 10; i++) {
          RankingRules rules = i % 4 == 0 ? TestRules.OTHER : RankingRules.standard();
          String words = (i % 3 == 0 ? "bridge " : "") + texts.words(5);
          SemanticQuery query = new SemanticQuery(words, rules);
          int topK = i % 5 == 0 ? 500 : 1 + texts.random().nextInt(12);
          int offset = i % 2 == 0 ? 0 : texts.random().nextInt(120);
          List<SemanticHit> found = index.semanticSearch(query, topK, offset);
          assertThat(found)
              .as("seed %d, %s, %d after %d", seed, query, topK, offset)
              .isEqualTo(oracle.semanticSearch(query, topK, offset));
          searches++;
          hits += found.size();
          rankedByWords +=
              (int) found.stream().filter(each -> each.rankScore() > each.score()).count();
        }
        new CorpusComparison(texts).comparePages(index, oracle);
      }
    }
    assertThat(rankedByWords).isPositive();
    System.out.printf(
        "sections: %,d searches with %,d hits, of which %,d are ranked by their words: all equal"
            + " the oracle%n",
        searches, hits, rankedByWords);
  }

  private static void assertShowsTextBelowHeadings(Index index, String question) {
    for (SemanticHit hit : index.semanticSearch(question, 3)) {
      boolean hasText =
          index.read(hit.chunkId()).orElseThrow().sentences().stream()
              .anyMatch(sentence -> !sentence.isHeading());
      assertThat(hit.sentences())
          .as("%s: %s", question, hit)
          .isNotEmpty()
          .noneMatch(sentence -> hasText && sentence.isHeading());
    }
  }

  @Test
  void showsTheFirstBestSentenceOfAChunkOutsideTheBestSentences() {
    HashEmbedder embedder = new HashEmbedder();
    Document crowd = Document.of("a", "The river. ".repeat(20));
    Document other = Document.of("b", "A dry river bed. A dry river bed. A dry river bed.");
    try (Index index = Index.builder(new MemoryStore()).embedder(embedder).openOrCreate()) {
      index.sync(Source.documents("test", List.of(crowd, other)));
      Corpus oracle = StoredVectors.oracle(index, embedder);
      List<SemanticHit> hits = index.semanticSearch("the river", 2);
      assertThat(hits).hasSize(2).isEqualTo(oracle.semanticSearch("the river", 2));
      assertThat(hits.get(1).sentences()).singleElement().matches(each -> each.offset() == 0);
    }
  }

  private static void compareAll(int seed) {
    RandomTexts texts = new RandomTexts(seed);
    // With few dimensions, many scores are equal.
    HashEmbedder embedder = new HashEmbedder(seed % 2 == 0 ? 4 : 64);
    try (Index index =
        Index.builder(new MemoryStore()).embedder(embedder).chunkTokens(64).openOrCreate()) {
      index.sync(Source.documents("random", texts.documents(1 + texts.random().nextInt(25))));
      Corpus oracle = StoredVectors.oracle(index, embedder);
      CorpusComparison comparison = new CorpusComparison(texts);
      for (int i = 0; i < 15; i++) {
        comparison.compareInScope(index, oracle);
        comparison.compare(index, oracle);
      }
    }
  }
}

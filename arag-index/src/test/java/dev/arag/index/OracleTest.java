package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.index.internal.store.MemoryStore;
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
    return IntStream.range(0, 12);
  }

  static IntStream manySeeds() {
    return IntStream.range(12, 500);
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

  private static void assertShowsTextBelowHeadings(Index index, String question) {
    for (SemanticHit hit : index.semanticSearch(question, 3)) {
      boolean hasText =
          index.read(hit.chunk()).orElseThrow().sentences().stream()
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

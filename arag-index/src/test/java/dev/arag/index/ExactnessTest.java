package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.index.internal.search.EmbeddedQuery;
import dev.arag.index.internal.search.ScopedSegment;
import dev.arag.index.internal.search.SemanticSearch;
import dev.arag.index.internal.vector.RowScanKind;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares search hits with the scoring formulas bit by bit, for random texts, index histories,
 * scopes, pages and vector scans. The hits must also be the same on every JDK.
 */
class ExactnessTest {
  private static final int SEARCHES_OF_A_HISTORY = 20;

  @Test
  void returnsTheHitsOfTheOracleForSampledSearches() {
    compare(10_000, 8);
  }

  @Tag("full")
  @Test
  void returnsTheHitsOfTheOracleForTwentyThousandSearches() {
    compare(20_000, 20_000 / SEARCHES_OF_A_HISTORY);
  }

  private static void compare(long firstSeed, int histories) {
    for (long seed = firstSeed; seed < firstSeed + histories; seed++) {
      try (RandomIndex history = new RandomIndex(seed, seed % 4 < 2)) {
        for (int i = 0; i < SEARCHES_OF_A_HISTORY; i++) {
          compareOne(history, i, "seed " + seed + ", search " + i);
        }
      }
    }
    System.out.printf(
        "exactness: %,d searches in %,d histories equal the oracle; semantic searches ran with %d"
            + " scans%n",
        histories * SEARCHES_OF_A_HISTORY, histories, RowScanKind.values().length + 1);
  }

  private static void compareOne(RandomIndex history, int number, String name) {
    Scope scope = history.scope();
    Corpus index = history.index().within(scope);
    Corpus oracle = history.oracle().within(scope);
    int topK = history.topK();
    int offset = history.offset();
    if (number % 2 == 0) {
      KeywordQuery query = history.keywords();
      assertThat(index.keywordSearch(query, topK, offset))
          .as(name)
          .isEqualTo(oracle.keywordSearch(query, topK, offset));
      return;
    }
    List<SemanticQuery> questions = history.questions();
    List<List<SemanticHit>> expected = oracle.semanticSearchAll(questions, topK, offset);
    assertThat(index.semanticSearchAll(questions, topK, offset)).as(name).isEqualTo(expected);
    List<ScopedSegment> segments =
        history.index().currentState().commitPoint().segments().stream()
            .map(segment -> ScopedSegment.of(segment, scope))
            .toList();
    EmbeddedQuery.Range range = new EmbeddedQuery.Range(topK, offset);
    List<EmbeddedQuery> queries =
        questions.stream()
            .map(
                question ->
                    new EmbeddedQuery(
                        question, history.embedder().embedQuery(question.text()), range))
            .toList();
    for (RowScanKind kind : RowScanKind.values()) {
      SemanticSearch search = new SemanticSearch(segments, history.sliceBytes(), kind);
      assertThat(search.hits(queries)).as(name + ", " + kind).isEqualTo(expected);
    }
  }

  /**
   * Compares hits with a file that {@link ExpectedHits} wrote on JDK 17. The test fails on a JDK
   * that rounds numbers or folds text differently.
   */
  @Test
  void returnsTheHitsInTheCheckedInFile() throws IOException {
    assertThat(ExpectedHits.now()).isEqualTo(ExpectedHits.stored());
  }
}

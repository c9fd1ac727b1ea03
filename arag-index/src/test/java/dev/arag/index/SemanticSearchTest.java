package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.EmbeddingException;
import dev.arag.core.text.Document;
import dev.arag.index.internal.search.EmbeddedQuery;
import dev.arag.index.internal.search.ScopedSegment;
import dev.arag.index.internal.search.SemanticSearch;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.internal.vector.RowScan;
import dev.arag.index.source.Source;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that slices and helper threads do not affect the results of a semantic search. */
class SemanticSearchTest {
  @Test
  void rejectsAQueryVectorOfTheWrongLength() {
    Embedder wrong =
        new CallbackEmbedder(sentences -> {}, new HashEmbedder(8), new HashEmbedder(4));
    try (Index index = Index.builder(new MemoryStore()).embedder(wrong).openOrCreate()) {
      index.put("s", List.of(Document.of("a", "The river.")));
      assertThatThrownBy(() -> index.semanticSearch("river", 3))
          .isInstanceOf(EmbeddingException.class)
          .hasMessage("The embedder returned a vector of 4 floats, but its dimension is 8.");
    }
  }

  private static List<ScopedSegment> segments(Index index) {
    return index.currentState().commitPoint().segments().stream()
        .map(segment -> ScopedSegment.of(segment, Scope.everything()))
        .toList();
  }

  private static Index index(RandomTexts texts, HashEmbedder embedder) {
    Index index =
        Index.builder(new MemoryStore()).embedder(embedder).chunkTokens(64).openOrCreate();
    index.sync(Source.documents("random", texts.documents(40)));
    return index;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void returnsTheHitsOfTheOracleForAnySliceSize(int seed) {
    RandomTexts texts = new RandomTexts(seed);
    HashEmbedder embedder = new HashEmbedder(seed % 2 == 0 ? 4 : 64);
    try (Index index = index(texts, embedder)) {
      Corpus oracle = StoredVectors.oracle(index, embedder);
      for (int i = 0; i < 20; i++) {
        String query = texts.words(20);
        int topK = 1 + texts.random().nextInt(12);
        int offset = texts.random().nextInt(4);
        SemanticSearch search =
            new SemanticSearch(
                segments(index), 1L << (4 + texts.random().nextInt(14)), RowScan::of);
        assertThat(search.hits(List.of(query(embedder, query, topK, offset))))
            .containsExactly(oracle.semanticSearch(SemanticQuery.of(query), topK, offset));
      }
    }
  }

  @Test
  void stopsOnlyTheInterruptedSearch() {
    HashEmbedder embedder = new HashEmbedder(8);
    try (Index index = index(new RandomTexts(1), embedder)) {
      List<EmbeddedQuery> query = List.of(query(embedder, "the river", 5, 0));
      SemanticSearch search = new SemanticSearch(segments(index), 64, RowScan::of);
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> search.hits(query))
          .isInstanceOf(CorpusException.class)
          .hasCauseInstanceOf(InterruptedException.class);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(search.hits(query))
          .containsExactly(index.semanticSearch("the river", 5))
          .doesNotContain(List.of());
    }
  }

  private static EmbeddedQuery query(HashEmbedder embedder, String query, int topK, int offset) {
    return new EmbeddedQuery(
        SemanticQuery.of(query), embedder.embedQuery(query), new EmbeddedQuery.Range(topK, offset));
  }
}

package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.Slice;
import dev.arag.core.corpus.TestRules;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.AragException;
import dev.arag.core.error.CorpusException;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Solr drops documents that are deleted between the two phases of a request without an error. */
@Tag("solr")
class LostDocumentTest {
  private static final HashEmbedder EMBEDDER = new HashEmbedder();
  private static final SolrCollection COLLECTION = SharedSolr.create(EMBEDDER.dimension(), 2, 1);
  private static final LossyClient CLIENT = new LossyClient(COLLECTION.client());
  private static final SolrCorpus CORPUS = write();

  private static SolrCorpus write() {
    List<Document> documents =
        Stream.concat(
                IntStream.range(0, 30)
                    .mapToObj(
                        i ->
                            Document.builder("d" + i, "The tarn. The lock " + i % 3 + ". aaa.")
                                .oneChunk(ChunkId.of("d" + i))
                                .build()),
                Stream.of(Document.of("empty", "")))
            .toList();
    TestWriter.write(COLLECTION, EMBEDDER, Map.of("s", documents));
    return SolrCorpus.open(SolrCollection.of(CLIENT, COLLECTION.name()), EMBEDDER);
  }

  @AfterAll
  static void close() {
    COLLECTION.close();
  }

  private static Map<String, Function<SolrCorpus, Object>> reads() {
    List<ChunkId> ids = List.of(ChunkId.of("d3"), ChunkId.of("d4"));
    SolrCorpus near =
        SolrCorpus.builder(SolrCollection.of(CLIENT, COLLECTION.name()))
            .embedder(EMBEDDER)
            .approximate(100)
            .open();
    Map<String, Function<SolrCorpus, Object>> reads = new LinkedHashMap<>();
    reads.put("read", corpus -> corpus.read(ids));
    reads.put("chunksOf", corpus -> corpus.chunksOf("d3"));
    reads.put("document", corpus -> corpus.document("d3").map(Document::text));
    reads.put("empty document", corpus -> corpus.document("empty").map(Document::id));
    reads.put("documents", corpus -> corpus.documents(Slice.first(100)));
    reads.put(
        "documents by chunks",
        corpus -> corpus.within(Scope.chunks(ids).not()).documents(Slice.first(9)));
    reads.put("keyword", corpus -> corpus.keywordSearch(KeywordQuery.of(List.of("tarn")), 5, 0));
    reads.put("overlap", corpus -> corpus.keywordSearch(KeywordQuery.of(List.of("aa")), 5, 0));
    for (RankingRules rules : TestRules.BOTH) {
      SemanticQuery query = new SemanticQuery("lock 1", rules);
      reads.put("first " + rules, corpus -> corpus.semanticSearch(query, 3, 0));
      reads.put("all " + rules, corpus -> corpus.semanticSearch(query, 50, 0));
      reads.put("near " + rules, corpus -> near.semanticSearch(query, 3, 0));
    }
    return reads;
  }

  @Test
  void aRequestThatLostADocumentIsRepeated() {
    requireRepeated(Set.of("read", "chunksOf", "keyword", "all default"));
  }

  @Test
  void everyRequestThatLostADocumentIsRepeated() {
    requireRepeated(reads().keySet());
  }

  private static void requireRepeated(Set<String> names) {
    Map<String, Function<SolrCorpus, Object>> reads = reads();
    reads.keySet().retainAll(names);
    assertThat(reads).hasSameSizeAs(names);
    reads.forEach(
        (name, read) -> {
          CLIENT.lose(0);
          Object expected = read.apply(CORPUS);
          assertThat(expected).as(name).isNotEqualTo(List.of()).isNotEqualTo(Optional.empty());
          CLIENT.lose(1);
          assertThat(read.apply(CORPUS)).as(name).isEqualTo(expected);
          assertThat(CLIENT.lost()).as(name).isEqualTo(1);
        });
  }

  @Test
  void documentsThatAreLostAgainAndAgainAreARetriableException() {
    CLIENT.lose(Integer.MAX_VALUE);
    assertThatThrownBy(() -> CORPUS.semanticSearch("tarn", 3))
        .isInstanceOf(CorpusException.class)
        .hasMessageContaining(COLLECTION.name())
        .satisfies(e -> assertThat(((AragException) e).isRetriable()).isTrue());
  }
}

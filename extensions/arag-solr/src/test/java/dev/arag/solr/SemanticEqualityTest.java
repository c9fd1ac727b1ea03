package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.TestRules;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.query.HitSlice;
import dev.arag.solr.internal.query.SearchRunner;
import dev.arag.solr.internal.query.SolrSemanticSearch;
import dev.arag.solr.internal.query.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares searches with those of a corpus in memory that has the same chunks. */
class SemanticEqualityTest {
  private static final HashEmbedder EMBEDDER = new HashEmbedder();

  /** Each test publishes a state of its own. */
  private static final SolrCollection COLLECTION = SharedSolr.create(EMBEDDER.dimension(), 2, 1);

  @AfterAll
  static void close() {
    COLLECTION.close();
  }

  @Test
  void returnsTheHitsOfACorpusInMemory() {
    compare(COLLECTION, 1, 12);
  }

  @Tag("solr")
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void returnsTheHitsOfACorpusInMemoryForManyTexts(int shards) {
    try (SolrCollection collection = SharedSolr.create(EMBEDDER.dimension(), shards, 1)) {
      for (int seed = 2; seed < 5; seed++) {
        compare(collection, seed, 25);
      }
    }
  }

  private static void compare(SolrCollection collection, int seed, int queries) {
    RandomDocuments texts = new RandomDocuments(seed);
    List<Chunk> chunks =
        TestWriter.publish(collection, EMBEDDER, Map.of("s", texts.documents(40 + 20 * seed)));
    InMemoryCorpus expected = InMemoryCorpus.ofChunks(EMBEDDER, chunks);
    SolrCorpus corpus = SolrCorpus.open(collection, EMBEDDER);
    Random random = new Random(seed);
    for (int i = 0; i < queries; i++) {
      RankingRules rules = i % 3 == 0 ? TestRules.OTHER : RankingRules.standard();
      SemanticQuery query = new SemanticQuery(texts.words(1 + random.nextInt(8)), rules);
      int topK = 1 + random.nextInt(random.nextInt(10) == 0 ? 200 : 12);
      int offset = random.nextInt(3) == 0 ? random.nextInt(120) : 0;
      assertThat(corpus.semanticSearch(query, topK, offset))
          .as("seed %s, %s, topK %s, offset %s", seed, query, topK, offset)
          .isEqualTo(expected.semanticSearch(query, topK, offset));
      List<String> mean = List.of(query.text(), texts.words(3));
      if (i % 5 == 0) {
        assertThat(corpus.semanticSearch(mean, rules, topK, offset))
            .as("seed %s, %s, topK %s, offset %s", seed, mean, topK, offset)
            .isEqualTo(expected.semanticSearch(mean, rules, topK, offset));
      }
    }
  }

  /** The limits of a request are low, so that all fallbacks run. */
  @Tag("solr")
  @Test
  void returnsTheSameHitsIfSomeChunksHaveVeryManySimilarSentences() {
    List<Document> documents = new ArrayList<>();
    documents.add(flood("flood 1", "The old bridge.", 700));
    documents.add(flood("flood 2", "The old stone bridge.", 500));
    documents.addAll(new RandomDocuments(3).documents(150));
    List<Chunk> chunks = TestWriter.publish(COLLECTION, EMBEDDER, Map.of("s", documents));
    InMemoryCorpus expected = InMemoryCorpus.ofChunks(EMBEDDER, chunks);
    View view = view(COLLECTION);
    for (String text : List.of("the old bridge", "the old stone bridge", "wool", "river")) {
      for (HitSlice slice : List.of(new HitSlice(1, 0), new HitSlice(5, 0), new HitSlice(9, 7))) {
        SemanticQuery query = SemanticQuery.of(text);
        SolrSemanticSearch search =
            new SolrSemanticSearch(view, query, EMBEDDER.embedQuery(text), slice, 2_500);
        assertThat(search.exact())
            .as("%s %s", text, slice)
            .isEqualTo(expected.semanticSearch(query, slice.topK(), slice.offset()));
      }
    }
    SemanticQuery query = SemanticQuery.of("the old bridge");
    SolrSemanticSearch limited =
        new SolrSemanticSearch(
            view, query, EMBEDDER.embedQuery("the old bridge"), new HitSlice(5, 0), 50);
    assertThatThrownBy(limited::exact)
        .isInstanceOf(CorpusException.class)
        .hasMessageContaining("more than 50 sentences")
        .hasMessageNotContaining("bridge");
  }

  /** There are fewer chunks than a search ranks, but more sentences than a request may return. */
  @Tag("solr")
  @Test
  void returnsTheSameHitsIfAllChunksAreVeryLong() {
    List<Document> documents =
        List.of(
            flood("flood 1", "The old bridge.", 350),
            flood("flood 2", "The old stone bridge.", 250),
            flood("flood 3", "Coal of the river.", 20));
    List<Chunk> chunks = TestWriter.publish(COLLECTION, EMBEDDER, Map.of("s", documents));
    SemanticQuery query = SemanticQuery.of("the old bridge");
    SolrSemanticSearch search =
        new SolrSemanticSearch(
            view(COLLECTION), query, EMBEDDER.embedQuery(query.text()), new HitSlice(5, 0), 500);
    assertThat(search.exact())
        .isEqualTo(InMemoryCorpus.ofChunks(EMBEDDER, chunks).semanticSearch(query, 5, 0));
  }

  /** The equal sentences are more than a request may return. */
  @Tag("solr")
  @Test
  void returnsTheSameHitsIfVeryManySentencesAreEqual() {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < 350; i++) {
      String end = i % 7 == 0 ? "The canal company reserved some rights.\n" : "";
      String text = "All rights reserved by the canal company.\nLock " + i + " of coal.\n" + end;
      documents.add(Document.of("d" + i, text));
    }
    List<Chunk> chunks = TestWriter.publish(COLLECTION, EMBEDDER, Map.of("s", documents));
    InMemoryCorpus expected = InMemoryCorpus.ofChunks(EMBEDDER, chunks);
    View view = view(COLLECTION);
    for (RankingRules rules : TestRules.BOTH) {
      for (HitSlice slice : List.of(new HitSlice(5, 0), new HitSlice(7, 60))) {
        String text = "all rights of the canal";
        SemanticQuery query = new SemanticQuery(text, rules);
        SolrSemanticSearch search =
            new SolrSemanticSearch(view, query, EMBEDDER.embedQuery(text), slice, 300);
        assertThat(search.exact())
            .as("%s %s", rules, slice)
            .isEqualTo(expected.semanticSearch(query, slice.topK(), slice.offset()));
      }
    }
  }

  private static View view(SolrCollection collection) {
    CollectionClient client = new CollectionClient(collection.client(), collection.name());
    return new View(
        client,
        SearchRunner.current(client, SnapshotExpiredException::new).state(),
        Scope.everything());
  }

  private static Document flood(String id, String sentence, int count) {
    return Document.builder(id, (sentence + "\n").repeat(count) + "Another end.\n")
        .oneChunk(ChunkId.of(id))
        .build();
  }

  @Tag("solr")
  @Test
  void findsMostHitsApproximately() {
    RandomDocuments texts = new RandomDocuments(7);
    SolrCollection collection = SharedSolr.create(EMBEDDER.dimension(), 2, 1);
    TestWriter.publish(collection, EMBEDDER, Map.of("s", texts.documents(200)));
    SolrCorpus exact = SolrCorpus.open(collection, EMBEDDER);
    SolrCorpus corpus = SolrCorpus.builder(collection).embedder(EMBEDDER).approximate(300).open();
    int found = 0;
    for (int i = 0; i < 8; i++) {
      String query = texts.words(4);
      List<SemanticHit> hits = corpus.semanticSearch(query, 10);
      List<SemanticHit> expected = exact.semanticSearch(query, 10);
      assertThat(hits).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(10);
      found +=
          (int)
              hits.stream()
                  .filter(
                      hit ->
                          expected.stream()
                              .anyMatch(
                                  each ->
                                      each.chunkId().equals(hit.chunkId())
                                          && each.score() == hit.score()))
                  .count();
    }
    assertThat(found).isGreaterThan(48);
  }
}

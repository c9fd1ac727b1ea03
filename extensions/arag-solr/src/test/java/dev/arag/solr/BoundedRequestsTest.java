package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.Slice;
import dev.arag.core.corpus.TestRules;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The number and the size of the requests of a call do not depend on the size of the corpus. */
@Tag("solr")
class BoundedRequestsTest {
  private static final int SENTENCES_PER_DOCUMENT = 100;
  private static final Embedder EMBEDDER = new RandomVectors(64);
  private static final long MEGABYTE = 1 << 20;

  /** Returns a random vector for each text. */
  private record RandomVectors(int dimension) implements Embedder {
    @Override
    public String fingerprint() {
      return "random/" + dimension;
    }

    @Override
    public List<Embedding> embedSentences(List<String> sentences) {
      return sentences.stream().map(this::embedQuery).toList();
    }

    @Override
    public Embedding embedQuery(String query) {
      Random random = new Random(query.hashCode());
      float[] vector = new float[dimension];
      for (int i = 0; i < vector.length; i++) {
        vector[i] = (float) random.nextGaussian();
      }
      return Embedding.of(vector);
    }
  }

  @Test
  void sendsFewRequests() {
    count(2_000);
  }

  @Test
  void sendsFewRequestsFor100000Sentences() {
    count(100_000);
  }

  private static void count(int sentences) {
    try (SolrCollection direct = SharedSolr.create(EMBEDDER.dimension(), 2, 1)) {
      List<Document> documents =
          IntStream.range(0, sentences / SENTENCES_PER_DOCUMENT)
              .mapToObj(BoundedRequestsTest::document)
              .toList();
      List<Chunk> chunks = TestWriter.publish(direct, EMBEDDER, Map.of("s", documents));
      assertThat(chunks.stream().mapToInt(chunk -> chunk.sentences().size()).sum())
          .isGreaterThanOrEqualTo(sentences);
      MeasuringClient client = new MeasuringClient(direct.client());
      SolrCorpus corpus = SolrCorpus.open(SolrCollection.of(client, direct.name()), EMBEDDER);
      requireBounded(corpus, client, chunks, documents.size());
    }
  }

  private static Document document(int number) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < SENTENCES_PER_DOCUMENT; i++) {
      text.append("The lock number ").append(number * 1_000 + i).append(" of the canal.\n");
    }
    return Document.of("d%05d".formatted(number), text.toString());
  }

  private static void requireBounded(
      SolrCorpus corpus, MeasuringClient client, List<Chunk> chunks, int documents) {
    InMemoryCorpus expected = InMemoryCorpus.ofChunks(EMBEDDER, chunks);
    for (RankingRules rules : TestRules.BOTH) {
      for (int i = 0; i < 3; i++) {
        SemanticQuery query = new SemanticQuery("Lock " + i, rules);
        client.reset();
        List<SemanticHit> hits = corpus.semanticSearch(query, 5, 0);
        requireAtMost(client, 6, MEGABYTE);
        assertThat(hits).isNotEmpty().isEqualTo(expected.semanticSearch(query, 5, 0));
      }
    }
    client.reset();
    assertThat(corpus.semanticSearch(SemanticQuery.of("Lock"), 50, 20)).isNotEmpty();
    requireAtMost(client, 6, 2 * MEGABYTE);

    int wanted = Math.min(1_000, chunks.size());
    List<ChunkId> ids = chunks.stream().limit(wanted).map(Chunk::id).toList();
    client.reset();
    assertThat(corpus.read(ids)).hasSize(wanted);
    requireAtMost(client, 6, 4 * MEGABYTE);

    client.reset();
    assertThat(corpus.chunksOf("d00007")).isNotEmpty();
    requireAtMost(client, 2, MEGABYTE);
    client.reset();
    assertThat(corpus.document("d00007")).isPresent();
    requireAtMost(client, 2, MEGABYTE);
    client.reset();
    assertThat(corpus.documents(new Slice(documents - 20, 50))).hasSize(20);
    requireAtMost(client, 2, MEGABYTE);
  }

  private static void requireAtMost(MeasuringClient client, int requests, long responseBytes) {
    assertThat(client.requests()).isLessThanOrEqualTo(requests);
    assertThat(client.largestResponse()).isLessThanOrEqualTo(responseBytes);
    assertThat(client.largestRequest()).isLessThan(20_000);
  }
}

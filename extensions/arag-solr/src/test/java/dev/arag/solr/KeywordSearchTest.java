package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.InMemoryCorpus;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Profile;
import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.query.KeywordSearch;
import dev.arag.solr.internal.query.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares searches with those of {@link InMemoryCorpus}. */
class KeywordSearchTest {
  private static final HashEmbedder EMBEDDER = new HashEmbedder();

  private static Searched nasty;

  @BeforeAll
  static void write() {
    nasty = Searched.of(nastyDocuments());
  }

  @AfterAll
  static void close() {
    nasty.close();
  }

  /** A collection, and the same chunks in memory. */
  private record Searched(
      SolrCollection collection, CountingClient requests, Catalogue memory, List<Chunk> chunks)
      implements AutoCloseable {
    static Searched of(List<Document> documents) {
      SolrCollection collection = SharedSolr.create(EMBEDDER.dimension(), 2, 1);
      List<Chunk> chunks = WrittenChunks.write(collection, Map.of("s", documents));
      return new Searched(
          collection,
          new CountingClient(collection.client()),
          InMemoryCorpus.ofChunks(EMBEDDER, chunks),
          chunks);
    }

    KeywordHits search(KeywordQuery query, Scope scope, int topK, int offset) {
      CollectionClient client = new CollectionClient(requests, collection.name());
      View view = new View(client, Objects.requireNonNull(client.state()).state(), scope);
      requests.reset();
      return KeywordSearch.search(view, query, topK, offset);
    }

    KeywordHits requireEqual(KeywordQuery query, Scope scope, int topK, int offset) {
      KeywordHits hits = search(query, scope, topK, offset);
      KeywordHits expected = memory.within(scope).keywordSearch(query, topK, offset);
      String description = query + " " + scope + " " + topK + " " + offset;
      assertThat(summary(hits)).as(description).isEqualTo(summary(expected));
      assertThat(hits.equals(expected)).as(description).isTrue();
      return hits;
    }

    /** A difference of two results is easier to see without the texts. */
    private static List<Object> summary(KeywordHits hits) {
      List<Object> summary = new ArrayList<>();
      summary.add(hits.total());
      summary.add(hits.chunksWith());
      summary.add(hits.chunksWithWhole());
      summary.add(hits.ignoringAccents());
      hits.forEach(
          hit ->
              summary.add(
                  List.of(
                      hit.content().id(),
                      hit.score(),
                      hit.counts(),
                      hit.wholeCounts(),
                      hit.rarity(),
                      hit.omitted())));
      return summary;
    }

    KeywordHits requireEqual(KeywordQuery query) {
      return requireEqual(query, Scope.everything(), 10, 0);
    }

    @Override
    public void close() {
      collection.close();
    }
  }

  private static List<Document> nastyDocuments() {
    NastyTexts texts = new NastyTexts(new Random(18));
    Random random = new Random(3);
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < 220; i++) {
      String id = (i % 7 == 0 ? "𐐀" : i % 5 == 0 ? "\uffee" : "d") + i;
      String first = texts.text(12) + " \n";
      String text = first + texts.text(40);
      Document.Builder document =
          Document.builder(id, text).metadata("n", i % 4).oneChunk(ChunkId.of("c" + i));
      if (random.nextInt(3) == 0) {
        document.chunk(first.length(), ChunkId.of("c" + i + "b"));
      }
      documents.add(document.build());
    }
    return documents;
  }

  @Test
  void findsTheSameAsInMemory() {
    System.out.println("keyword searches compared: " + compare(120, 1));
  }

  @Test
  @Tag("solr")
  void findsTheSameAsInMemoryInThousandsOfCases() {
    System.out.println("keyword searches compared: " + compare(4_000, 2));
  }

  private static String compare(int cases, long seed) {
    Random random = new Random(seed);
    NastyTexts texts = new NastyTexts(random);
    int hits = 0;
    int ignoringAccents = 0;
    int mostRequests = 0;
    for (int i = 0; i < cases; ) {
      KeywordQuery query;
      try {
        query = query(random, texts);
      } catch (IllegalArgumentException rejectedByCore) {
        continue;
      }
      Scope scope = scope(random);
      int topK = 1 + random.nextInt(random.nextBoolean() ? 10 : 120);
      int offset = random.nextInt(3) > 0 ? 0 : random.nextInt(90);
      KeywordHits found = nasty.requireEqual(query, scope, topK, offset);
      hits += found.hits().size();
      ignoringAccents += found.ignoringAccents().isEmpty() ? 0 : 1;
      mostRequests = Math.max(mostRequests, nasty.requests().count());
      i++;
    }
    assertThat(mostRequests).isLessThanOrEqualTo(5);
    assertThat(hits).isGreaterThan(cases);
    assertThat(ignoringAccents).isPositive();
    return cases + ", hits " + hits + ", ignoring accents " + ignoringAccents;
  }

  private static KeywordQuery query(Random random, NastyTexts texts) {
    List<String> keywords = new ArrayList<>();
    for (int i = random.nextInt(random.nextInt(4) == 0 ? 10 : 3); i >= 0; i--) {
      keywords.add(wellFormed(texts.keyword(texts.pick(nasty.chunks()).text())));
    }
    Profile profile = random.nextInt(4) == 0 ? Profile.PAPER : Profile.DEFAULT;
    KeywordQuery query = KeywordQuery.of(keywords, profile);
    if (random.nextInt(4) == 0) {
      query = query.emphasize(keywords.get(0), texts.pick(List.of(0.1, 1.01, 2.5, 37.0, 100.0)));
    }
    if (random.nextInt(4) == 0) {
      query = query.exclude(List.of(wellFormed(texts.keyword(texts.pick(nasty.chunks()).text()))));
    }
    return query;
  }

  private static String wellFormed(String keyword) {
    StringBuilder text = new StringBuilder();
    keyword
        .codePoints()
        .filter(each -> each < Character.MIN_SURROGATE || each > Character.MAX_SURROGATE)
        .forEach(text::appendCodePoint);
    return text.toString();
  }

  private static Scope scope(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> Scope.equal("n", random.nextInt(4));
      case 1 -> Scope.equal("n", 2).not();
      default -> Scope.everything();
    };
  }
}

package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.query.SolrKeywordSearch;
import dev.arag.solr.internal.query.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.solr.common.SolrInputDocument;

/** A collection, and the same chunks in memory. */
record SearchedTwice(
    SolrCollection collection, CountingClient requests, Catalogue memory, List<Chunk> chunks)
    implements AutoCloseable {
  static SearchedTwice of(List<Document> documents) {
    return of(documents, fields -> {});
  }

  /**
   * @param change changes the fields before they are written
   */
  static SearchedTwice of(List<Document> documents, Consumer<SolrInputDocument> change) {
    SolrCollection collection = SharedSolr.create(64, 2, 1);
    List<Chunk> chunks = WrittenChunks.write(collection, Map.of("s", documents), change);
    return new SearchedTwice(
        collection,
        new CountingClient(collection.client()),
        InMemoryCorpus.ofChunks(new HashEmbedder(), chunks),
        chunks);
  }

  KeywordHits search(KeywordQuery query, Scope scope, int topK, int offset) {
    View view = view(scope);
    requests.reset();
    return SolrKeywordSearch.search(view, query, topK, offset);
  }

  View view(Scope scope) {
    CollectionClient client = new CollectionClient(requests, collection.name());
    return new View(client, Objects.requireNonNull(client.state()).state(), scope);
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
                    hit.chunk().id(),
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

package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.layout.State;
import dev.arag.solr.internal.query.View;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("solr")
class ViewTest {
  private static final HashEmbedder EMBEDDER = new HashEmbedder();
  private static final SolrCollection COLLECTION = SharedSolr.create(EMBEDDER.dimension(), 1, 1);
  private static final CollectionClient CLIENT =
      new CollectionClient(COLLECTION.client(), COLLECTION.name());

  /** The state of generation 1. */
  private static final State FIRST = publish("d", 20);

  @AfterAll
  static void close() {
    COLLECTION.close();
  }

  private static State publish(String prefix, int count) {
    List<Document> documents =
        IntStream.range(0, count)
            .mapToObj(i -> Document.of(prefix + i, "Tarn " + i + "."))
            .toList();
    TestWriter.publish(COLLECTION, EMBEDDER, Map.of("s", documents));
    return Objects.requireNonNull(CLIENT.state()).state();
  }

  private static long chunks(State state) {
    View view = new View(CLIENT, state, Scope.everything());
    ModifiableSolrParams params = view.params("c");
    params.set("q", "*:*");
    return view.query(params, Map.of()).getResults().getNumFound();
  }

  @Test
  void seesThePublishedDocuments() {
    assertThat(chunks(FIRST)).isEqualTo(20);
  }

  @Test
  void solrDoesNotCacheFiltersOfIds() {
    Scope scope =
        Scope.documents("d1", "d2")
            .and(Scope.source("s"))
            .and(Scope.chunks(List.of(ChunkId.of("c"))).not().or(Scope.documents("d1")));
    View view = new View(CLIENT, FIRST, scope);
    ModifiableSolrParams params = view.params("c");
    params.set("q", "*:*");
    assertThat(params.getParams("fq"))
        .filteredOn(filter -> filter.startsWith("{!lucene cache=false}"))
        .hasSize(2);
    assertThat(view.query(params, Map.of()).getResults().getNumFound()).isEqualTo(2);
  }

  /** Each claimed generation that was never published is a gap for ever. */
  @Test
  void seesOnlyPublishedGenerationsBetweenThousandsOfGaps() {
    State second = publish("e", 7);
    assertThat(chunks(second)).isEqualTo(7);
    List<Long> odd = LongStream.range(0, 1_500).mapToObj(i -> 2 * i + 1).toList();
    State gaps = FIRST.publish(odd, FIRST.marker(), FIRST.markers(), 0);
    assertThat(gaps.published()).hasSize(1_500);
    assertThat(chunks(gaps)).isEqualTo(20);
  }
}

package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.query.View;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.junit.jupiter.api.Test;

class ViewTest {
  @Test
  void seesThePublishedDocuments() {
    HashEmbedder embedder = new HashEmbedder();
    try (SolrCollection collection = SharedSolr.create(embedder.dimension(), 2, 1)) {
      List<Document> documents =
          IntStream.range(0, 20).mapToObj(i -> Document.of("d" + i, "Tarn " + i + ".")).toList();
      TestWriter.write(collection, embedder, Map.of("s", documents));
      CollectionClient client = new CollectionClient(collection.client(), collection.name());
      CollectionClient.VersionedState state = client.state();
      View view = new View(client, state.state(), Scope.everything());
      ModifiableSolrParams params = view.params("c");
      params.set("q", "*:*");
      assertThat(view.query(params, Map.of()).getResults().getNumFound()).isEqualTo(20);
    }
  }
}

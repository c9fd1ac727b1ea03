package dev.arag.solr.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.Document;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.spi.split.Splitter;
import dev.arag.index.spi.store.ChunkedDocument;
import dev.arag.solr.internal.layout.DocumentFields.StoredSentence;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.util.NamedList;
import org.junit.jupiter.api.Test;

class UpdatesTest {
  private static final Map<String, String> NRT = Map.of("type", "NRT");
  private static final Map<String, String> PULL = Map.of("type", "PULL");

  private static Map<String, Object> shard(String state, Map<String, ?> replicas) {
    return Map.of("state", state, "replicas", replicas);
  }

  @Test
  void countsTheReplicasThatConfirmUpdates() {
    Map<String, Object> shards =
        Map.of(
            "shard1", shard("active", Map.of("a", NRT, "b", PULL, "c", NRT)),
            "shard2", shard("active", Map.of("d", NRT, "e", Map.of(), "f", NRT)),
            "shard3", shard("inactive", Map.of("g", NRT)));
    assertThat(Updates.confirmingReplicas(Map.of("real-name", Map.of("shards", shards))))
        .isEqualTo(2);
    assertThat(Updates.confirmingReplicas(Map.of())).isZero();
  }

  /** Receives updates and keeps none of them. */
  private static final class ForgetfulClient extends SolrClient {
    private static final long serialVersionUID = 1L;

    private final transient List<WeakReference<SolrInputDocument>> first = new ArrayList<>();
    private int documents;

    @Override
    public NamedList<Object> request(SolrRequest<?> request, String collection) {
      List<SolrInputDocument> sent = ((UpdateRequest) request).getDocuments();
      first.add(new WeakReference<>(sent.get(0)));
      documents += sent.size();
      if (first.size() > 2) {
        System.gc();
        assertThat((Object) first.get(0).get()).as("a document of the first request").isNull();
      }
      return new NamedList<>();
    }

    @Override
    public void close() {}
  }

  @Test
  void holdsTheSolrDocumentsOfOneRequest() {
    Document document = Document.of("d", "Tarn is a lake.\n\n".repeat(2_500));
    ChunkedDocument chunked =
        new ChunkedDocument(
            document,
            new Splitter(1_000, TokenCounter.o200k()).split(document),
            null,
            "00",
            List.of());
    int sentences = chunked.chunks().stream().mapToInt(chunk -> chunk.sentences().size()).sum();
    ChangeBatch batch = new ChangeBatch();
    batch.add(new ChangeBatch.Addition(chunked, "s", Map.of()), null);
    ForgetfulClient client = new ForgetfulClient();
    SolrDocumentWriter.write(
        batch,
        Collections.nCopies(sentences, new StoredSentence("Tarn.", null)),
        1,
        new Updates(client, "c"));
    assertThat(client.documents).isEqualTo(1 + chunked.chunks().size() + sentences);
    assertThat(client.first).hasSizeGreaterThan(4);
  }
}

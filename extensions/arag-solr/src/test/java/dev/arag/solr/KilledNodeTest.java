package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Document;
import dev.arag.index.source.Source;
import dev.arag.index.sync.SyncReport;
import dev.arag.solr.node.LocalSolr;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.common.util.NamedList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node ends during a sync of a collection whose shards have two replicas. */
@Tag("solr")
class KilledNodeTest {
  private static final HashEmbedder EMBEDDER = new HashEmbedder();
  private static final int KILLS = Integer.getInteger("arag.solr.nodeKills", 4);

  @TempDir private Path directory;

  @Test
  void aSyncSurvivesTheEndOfANode() throws Exception {
    try (LocalSolr cluster = LocalSolr.start(directory, 2)) {
      SolrCollection.Builder builder = SolrCollection.builder("replicated");
      cluster.urls().forEach(builder::url);
      try (SolrCollection collection = builder.build()) {
        SolrSetup setup = SolrSetup.of(collection);
        setup.uploadConfiguration(EMBEDDER.dimension());
        setup.create(2, 2);
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < KILLS; i++) {
          kill(cluster, collection, documents, i);
        }
      }
    }
  }

  /** Waits until all replicas have copied what they missed. */
  private static void awaitActive(SolrCollection collection) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!isActive(collection)) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.sleep(500);
    }
  }

  private static boolean isActive(SolrCollection collection) throws Exception {
    NamedList<Object> status =
        collection.client().request(CollectionAdminRequest.getClusterStatus(), collection.name());
    List<?> live = (List<?>) status._get(List.of("cluster", "live_nodes"), null);
    Map<?, ?> shards =
        (Map<?, ?>)
            status._get(List.of("cluster", "collections", collection.name(), "shards"), null);
    return shards.values().stream()
        .flatMap(shard -> ((Map<?, ?>) ((Map<?, ?>) shard).get("replicas")).values().stream())
        .map(replica -> (Map<?, ?>) replica)
        .allMatch(
            replica ->
                "active".equals(replica.get("state")) && live.contains(replica.get("node_name")));
  }

  private static void kill(
      LocalSolr cluster, SolrCollection collection, List<Document> documents, int seed)
      throws Exception {
    Random random = new Random(seed);
    WatchedClient client = new WatchedClient(collection.client());
    AtomicInteger requests = new AtomicInteger();
    int killAt = 1 + random.nextInt(30);
    int node = random.nextInt(2);
    client.before(
        description -> {
          if (requests.incrementAndGet() == killAt) {
            cluster.kill(node);
          }
        });
    documents.replaceAll(each -> Document.of(each.id(), each.text() + "Again " + seed + ".\n"));
    for (int i = 0; i < 20; i++) {
      documents.add(Document.of("k" + seed + "-" + i, "Tarn " + i + " is a lake.\n"));
    }
    SolrIndex index =
        SolrIndex.builder(SolrCollection.of(client, collection.name()))
            .embedder(EMBEDDER)
            .maxBatchSentences(20)
            .build();
    try {
      SyncReport report = index.sync(Source.documents("s", documents).prune(1));
      System.out.println("seed " + seed + " " + report);
      StoredContents.of(collection).assertEqual(EMBEDDER, Map.of("s", documents));
    } catch (CorpusException e) {
      System.out.println("seed " + seed + " " + e);
    }
    cluster.restart(node);
    awaitActive(collection);
    index.sync(Source.documents("s", documents).prune(1));
    StoredContents.of(collection).assertEqual(EMBEDDER, Map.of("s", documents));
    assertThat(index.purge().documents()).isNotNegative();
    StoredContents.of(collection).assertEqual(EMBEDDER, Map.of("s", documents));
  }
}

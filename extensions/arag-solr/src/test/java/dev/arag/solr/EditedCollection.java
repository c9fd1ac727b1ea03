package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.AragException;
import dev.arag.index.source.Source;
import dev.arag.solr.node.LocalSolr;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.common.util.NamedList;

/** A collection that contains one of several {@link Editions} after another while it is read. */
final class EditedCollection implements AutoCloseable {
  private static final HashEmbedder EMBEDDER = new HashEmbedder();

  /** The longest time between the end of a fault and right answers. */
  private static final Duration RECOVERY = Duration.ofSeconds(90);

  private final LocalSolr cluster;
  private final SolrCollection collection;
  private final Editions editions;
  private final SolrIndex index;
  private final EditionReaders readers;
  private int edition = 1;
  private int failedSyncs;

  /** The shards of a collection, and the replicas of each of them. */
  record Layout(int shards, int full, int pull) {}

  private EditedCollection(LocalSolr cluster, String name, Duration timeout, long seed) {
    this.cluster = cluster;
    this.collection = collection(cluster, name, timeout);
    this.editions = new Editions(seed);
    this.index = SolrIndex.builder(collection).embedder(EMBEDDER).build();
    index.sync(source(1));
    SolrCorpus corpus = SolrCorpus.open(collection, EMBEDDER);
    this.readers = EditionReaders.start(() -> corpus, editions, 1, seed);
  }

  /** Creates a collection of two shards with the first edition, and starts to read it. */
  static EditedCollection start(LocalSolr cluster, String name, Duration timeout, long seed)
      throws Exception {
    return start(cluster, name, timeout, seed, new Layout(2, 2, 0));
  }

  static EditedCollection start(
      LocalSolr cluster, String name, Duration timeout, long seed, Layout layout) throws Exception {
    try (SolrCollection created = collection(cluster, name, RECOVERY)) {
      SolrSetup.of(created).uploadConfiguration(EMBEDDER.dimension());
      var unused =
          created
              .client()
              .request(
                  CollectionAdminRequest.createCollection(
                      name, "arag-" + name, layout.shards(), layout.full(), 0, layout.pull()));
      awaitActive(created);
    }
    return new EditedCollection(cluster, name, timeout, seed);
  }

  static SolrCollection collection(LocalSolr cluster, String name, Duration timeout) {
    SolrCollection.Builder builder = SolrCollection.builder(name).timeout(timeout);
    cluster.urls().forEach(builder::url);
    return builder.build();
  }

  SolrCollection collection() {
    return collection;
  }

  Editions editions() {
    return editions;
  }

  SolrIndex index() {
    return index;
  }

  EditionReaders readers() {
    return readers;
  }

  /** The number of the last edition whose sync has begun. */
  int edition() {
    return edition;
  }

  private Source source(int number) {
    return Source.documents(Editions.SOURCE, editions.documents(number)).prune(1);
  }

  /** Starts further readers. They know only of the editions so far. */
  EditionReaders read(SolrCorpus corpus, long seed) {
    return EditionReaders.start(() -> corpus, editions, edition, seed);
  }

  /** Syncs the next edition. Returns whether this succeeded; otherwise the exception is typed. */
  boolean sync(EditionReaders... others) {
    edition++;
    List<EditionReaders> all = new ArrayList<>(List.of(others));
    all.add(readers);
    all.forEach(each -> each.begin(edition));
    try {
      var unused = index.sync(source(edition));
    } catch (AragException e) {
      failedSyncs++;
      System.out.println(collection.name() + ": " + e);
      assertThat(LogCapture.describe(e)).doesNotContainIgnoringCase(Editions.WORD);
      return false;
    }
    all.forEach(each -> each.acknowledge(edition));
    return true;
  }

  /**
   * Waits until all replicas are active, and checks that the collection contains the last edition,
   * or an earlier one that was not acknowledged. Then the sync of another edition must succeed.
   */
  void recover(EditionReaders... others) throws Exception {
    long start = System.nanoTime();
    awaitRightAnswer();
    long answered = System.nanoTime();
    awaitActive(collection);
    long active = System.nanoTime();
    assertThat(sync(others)).as("a sync after the fault").isTrue();
    assertEqual();
    System.out.printf(
        "%s: right after %d ms, active after %d ms%n",
        collection.name(), (answered - start) / 1_000_000, (active - start) / 1_000_000);
  }

  /** Waits for ten right answers. */
  private void awaitRightAnswer() throws Exception {
    int before = readers.right();
    long end = System.nanoTime() + RECOVERY.toNanos();
    while (readers.right() < before + 10) {
      assertThat(System.nanoTime()).as(readers.summary()).isLessThan(end);
      Thread.sleep(50);
    }
  }

  /** Checks that the collection contains the last edition. */
  void assertEqual() throws InterruptedException {
    assertEqual(edition);
  }

  /** Checks that the collection contains an edition. Waits for replicas that pull it. */
  void assertEqual(int number) throws InterruptedException {
    long end = System.nanoTime() + RECOVERY.toNanos();
    while (true) {
      try {
        StoredContents.of(collection)
            .assertEqual(EMBEDDER, Map.of(Editions.SOURCE, editions.documents(number)));
        return;
      } catch (AragException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        Thread.sleep(500);
      }
    }
  }

  /** Ends the readers, checks their answers and prints their number. */
  void finish(String fault) throws InterruptedException {
    System.out.println(
        fault + ": " + readers.summary() + ", " + edition + " syncs, " + failedSyncs + " failed");
    readers.finish();
  }

  void awaitActive() throws Exception {
    awaitActive(collection);
  }

  /** Waits until all replicas have copied what they missed. */
  private static void awaitActive(SolrCollection collection) throws Exception {
    long end = System.nanoTime() + RECOVERY.toNanos();
    while (!isActive(collection)) {
      assertThat(System.nanoTime()).as("not all replicas are active").isLessThan(end);
      Thread.sleep(200);
    }
  }

  private static boolean isActive(SolrCollection collection) {
    try {
      return replicas(collection).stream().allMatch(Replica::isActive);
    } catch (Exception e) {
      return false;
    }
  }

  /** A replica: its core, the base URL of its node, and whether it answers queries. */
  record Replica(String core, String url, boolean isActive) {}

  List<Replica> replicas() throws Exception {
    return replicas(collection);
  }

  private static List<Replica> replicas(SolrCollection collection) throws Exception {
    NamedList<Object> status =
        collection.client().request(CollectionAdminRequest.getClusterStatus(), collection.name());
    List<?> live = (List<?>) status._get(List.of("cluster", "live_nodes"), List.of());
    Map<?, ?> shards =
        (Map<?, ?>)
            status._get(List.of("cluster", "collections", collection.name(), "shards"), Map.of());
    return shards.values().stream()
        .flatMap(shard -> ((Map<?, ?>) ((Map<?, ?>) shard).get("replicas")).values().stream())
        .map(replica -> (Map<?, ?>) replica)
        .map(
            replica ->
                new Replica(
                    (String) replica.get("core"),
                    (String) replica.get("base_url"),
                    "active".equals(replica.get("state"))
                        && live.contains(replica.get("node_name"))))
        .toList();
  }

  @Override
  public void close() {
    readers.close();
    SolrSetup.of(collection).delete();
    collection.close();
  }
}

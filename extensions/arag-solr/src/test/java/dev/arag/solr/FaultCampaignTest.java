package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.IndexLockedException;
import dev.arag.core.text.Document;
import dev.arag.index.source.Source;
import dev.arag.solr.EditedCollection.Layout;
import dev.arag.solr.EditedCollection.Replica;
import dev.arag.solr.internal.layout.Keys;
import dev.arag.solr.internal.layout.Payloads;
import dev.arag.solr.node.LocalSolr;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.request.QueryRequest;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.util.NamedList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Readers and a writer use a collection while parts of its cluster fail. Each answer is right or a
 * typed exception, and everything that a sync has confirmed is there afterwards. Prints the numbers
 * of answers. System properties: {@code arag.solr.fault.seed} is the first seed, {@code
 * arag.solr.fault.count} the number of killed nodes.
 */
@Tag("solr")
class FaultCampaignTest {
  private static final HashEmbedder EMBEDDER = new HashEmbedder();
  private static final long SEED = Long.getLong("arag.solr.fault.seed", 1);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  @TempDir private static Path directory;
  private static LocalSolr cluster;
  private LogCapture log;

  @BeforeAll
  static void start() {
    cluster = LocalSolr.start(directory, 2);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @BeforeEach
  void capture() {
    log = LogCapture.start();
  }

  @AfterEach
  void requireNoTextInLog() {
    log.close();
    log.assertContainsNone(List.of(Editions.WORD));
  }

  private static EditedCollection start(String name, Duration timeout, long seed) throws Exception {
    return EditedCollection.start(cluster, name, timeout, seed);
  }

  @Nested
  class Nodes {
    private static final Duration SHORT_TIMEOUT = Duration.ofSeconds(3);

    static LongStream seeds() {
      return LongStream.range(SEED, SEED + Integer.getInteger("arag.solr.fault.count", 20));
    }

    private static void signal(Process process, String signal)
        throws IOException, InterruptedException {
      Process kill = new ProcessBuilder("kill", "-" + signal, "" + process.pid()).start();
      assertThat(kill.waitFor()).isZero();
    }

    /** Runs syncs until a fault is over. */
    private static Thread syncUntil(AtomicBoolean isOver, EditedCollection edited) {
      Thread writer =
          new Thread(
              () -> {
                while (!isOver.get()) {
                  edited.sync();
                }
              });
      writer.start();
      return writer;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aNodeIsKilled(long seed) throws Exception {
      Random random = new Random(seed);
      int node = (int) (seed % 2);
      try (EditedCollection edited = start("killed" + seed, TIMEOUT, seed)) {
        AtomicBoolean isOver = new AtomicBoolean();
        Thread writer = syncUntil(isOver, edited);
        Thread.sleep(random.nextInt(3_000));
        cluster.kill(node);
        Thread.sleep(random.nextInt(4_000));
        isOver.set(true);
        if (random.nextBoolean()) {
          writer.join();
        }
        cluster.restart(node);
        writer.join();
        edited.recover();
        edited.finish("node " + node + " killed, seed " + seed);
      }
    }

    @Test
    void zooKeeperIsKilled() throws Exception {
      try (EditedCollection edited = start("zookeeper", TIMEOUT, SEED)) {
        AtomicBoolean isOver = new AtomicBoolean();
        cluster.killZooKeeper();
        try {
          Thread writer = syncUntil(isOver, edited);
          Thread.sleep(20_000);
          isOver.set(true);
          cluster.restartZooKeeper();
          writer.join();
        } finally {
          isOver.set(true);
        }
        edited.recover();
        edited.finish("ZooKeeper killed");
        assertThat(edited.readers().errors().keySet()).isSubsetOf("CorpusUnavailableException");
      }
    }

    @Test
    void aNodeIsSlow() throws Exception {
      try (EditedCollection edited = start("slow", SHORT_TIMEOUT, SEED)) {
        for (int node = 0; node < 2; node++) {
          AtomicBoolean isOver = new AtomicBoolean();
          Thread writer = syncUntil(isOver, edited);
          Thread.sleep(500);
          signal(cluster.process(node), "STOP");
          try {
            Thread.sleep(SHORT_TIMEOUT.plusSeconds(5).toMillis());
          } finally {
            signal(cluster.process(node), "CONT");
          }
          Thread.sleep(1_000);
          isOver.set(true);
          writer.join();
          edited.recover();
        }
        edited.finish("node suspended");
      }
    }

    @Test
    void allNodesRestartOneAfterAnother() throws Exception {
      try (EditedCollection edited = start("rolling", TIMEOUT, SEED)) {
        AtomicBoolean isOver = new AtomicBoolean();
        Thread writer = syncUntil(isOver, edited);
        for (int node = 0; node < 2; node++) {
          cluster.stop(node);
          cluster.restart(node);
          edited.awaitActive();
        }
        isOver.set(true);
        writer.join();
        edited.recover();
        edited.finish("rolling restart");
      }
    }
  }

  @Nested
  class Replicas {
    /** Reads replicas of a node as soon as it answers, although it lacks several editions. */
    @Test
    void aReplicaIsBehind() throws Exception {
      try (EditedCollection edited = start("behind", TIMEOUT, SEED);
          SolrClient node =
              new LocalReplicas(new Http2SolrClient.Builder(cluster.url(1)).build())) {
        SolrCollection local = SolrCollection.of(node, edited.collection().name());
        SolrCorpus corpus = SolrCorpus.open(local, EMBEDDER);
        for (int i = 0; i < 3; i++) {
          cluster.stop(1);
          for (int j = 0; j < 3; j++) {
            edited.sync();
          }
          EditionReaders readers = edited.read(corpus, SEED + i);
          cluster.restart(1);
          for (int j = 0; j < 3; j++) {
            edited.sync(readers);
          }
          edited.recover(readers);
          System.out.println("replica behind: " + readers.summary());
          readers.finish();
        }
        edited.finish("replica behind, other readers");
      }
    }

    /** Lets a node answer from its own replicas if possible. */
    private static final class LocalReplicas extends SolrClient {
      private static final long serialVersionUID = 1L;

      private final transient SolrClient client;

      LocalReplicas(SolrClient client) {
        this.client = client;
      }

      @Override
      public NamedList<Object> request(SolrRequest<?> request, String collection)
          throws SolrServerException, IOException {
        if (request instanceof QueryRequest query) {
          ((ModifiableSolrParams) query.getParams())
              .set("shards.preference", "replica.location:local");
        }
        return client.request(request, collection);
      }

      @Override
      public void close() throws IOException {
        client.close();
      }
    }

    /**
     * A replica that pulls its files has a new edition some seconds later than its leader. Until
     * then, the leader answers.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void replicasPullTheirFiles(int shards) throws Exception {
      try (EditedCollection edited =
          EditedCollection.start(
              cluster, "pull" + shards, TIMEOUT, SEED, new Layout(shards, 1, 1))) {
        for (int i = 0; i < 3; i++) {
          assertThat(edited.sync()).isTrue();
          Thread.sleep(2_000);
        }
        edited.recover();
        edited.finish("replicas pull, shards: " + shards);
        assertThat(edited.readers().errors()).isEmpty();
      }
    }
  }

  @Nested
  class Writers {
    /** Two threads and a process. One thread does not wait for the lock. */
    @Test
    void severalWritersPublish() throws Exception {
      int each = 6;
      try (EditedCollection edited = start("writers", TIMEOUT, SEED)) {
        edited.readers().begin(1 + 3 * each);
        List<Integer> synced = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger locked = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
          int first = 2 + i * each;
          Duration lockTimeout = i == 0 ? Duration.ofMinutes(2) : Duration.ZERO;
          threads.add(
              new Thread(
                  () -> {
                    for (int edition = first; edition < first + each; edition++) {
                      if (publish(edited, edition, lockTimeout)) {
                        synced.add(edition);
                      } else {
                        locked.incrementAndGet();
                      }
                    }
                  }));
        }
        int first = 2 + 2 * each;
        Process process =
            WriterMain.start(
                edited.collection(),
                cluster.url(0),
                null,
                "editions",
                "" + SEED,
                "" + first,
                "" + (first + each - 1));
        threads.forEach(Thread::start);
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        for (Thread thread : threads) {
          thread.join();
        }
        long ofProcess = output.lines().filter(line -> line.startsWith("SYNCED")).count();
        System.out.println(
            "several writers: "
                + synced
                + " of threads, "
                + ofProcess
                + " of a process, "
                + locked);
        assertThat(ofProcess).as(output).isEqualTo(each);
        assertThat(synced.size() + locked.get()).as("without other exceptions").isEqualTo(2 * each);
        assertThat(synced).contains(2, 1 + each);
        assertThat(StoredContents.of(edited.collection()).state().publications())
            .as("each sync publishes once")
            .hasSize((int) (1 + synced.size() + ofProcess));
        int last = Editions.number(SolrCorpus.open(edited.collection()));
        assertThat(last).isIn(1 + each, synced.get(synced.size() - 1), first + each - 1);
        edited.assertEqual(last);
        edited.finish("several writers");
      }
    }

    private static boolean publish(EditedCollection edited, int edition, Duration lockTimeout) {
      SolrIndex index =
          SolrIndex.builder(edited.collection())
              .embedder(EMBEDDER)
              .lockTimeout(lockTimeout)
              .build();
      try {
        var unused =
            index.sync(
                Source.documents(Editions.SOURCE, edited.editions().documents(edition)).prune(1));
        return true;
      } catch (IndexLockedException e) {
        return false;
      }
    }

    @Test
    void aPurgeEndsSnapshots() throws Exception {
      try (EditedCollection edited = start("expired", TIMEOUT, SEED)) {
        for (int i = 0; i < 5; i++) {
          int edition = edited.edition();
          SolrCorpus snapshot = SolrCorpus.open(edited.collection(), EMBEDDER).snapshot();
          EditionReaders readers = edited.read(snapshot, SEED + i);
          Thread.sleep(500);
          assertThat(edited.sync()).isTrue();
          assertThat(Editions.number(snapshot)).isEqualTo(edition);
          Thread.sleep(500);
          assertThat(edited.index().purge().documents()).isPositive();
          assertThatThrownBy(() -> Editions.number(snapshot))
              .isInstanceOf(SnapshotExpiredException.class);
          Thread.sleep(500);
          System.out.println("old snapshot: " + readers.summary());
          assertThat(readers.errors()).containsOnlyKeys("SnapshotExpiredException");
          readers.finish();
        }
        edited.recover();
        assertThat(edited.readers().errors().keySet()).isSubsetOf("SnapshotExpiredException");
        edited.finish("snapshots expired");
      }
    }

    @Test
    void aDocumentIsErased() throws Exception {
      try (EditedCollection edited = start("erased", TIMEOUT, SEED)) {
        edited.sync();
        edited.finish("before the erasure");
        for (int i = 0; i < 5; i++) {
          String id = "secret" + i;
          String word = "zanzibarite" + i;
          String text = "The " + word + " of the " + Editions.WORD + " is secret.\n";
          erase(edited, Document.of(id, text), word);
        }
        edited.assertEqual();
      }
    }

    /** The document has a source of its own, so that the editions stay as they are. */
    private static void erase(EditedCollection edited, Document document, String word)
        throws Exception {
      SolrCorpus corpus = SolrCorpus.open(edited.collection(), EMBEDDER);
      KeywordQuery query = KeywordQuery.of(List.of(word));
      AtomicBoolean isErased = new AtomicBoolean();
      AtomicBoolean isOver = new AtomicBoolean();
      AtomicInteger found = new AtomicInteger();
      AtomicInteger late = new AtomicInteger();
      List<String> failures = Collections.synchronizedList(new ArrayList<>());
      Thread reader =
          new Thread(
              () -> {
                while (!isOver.get()) {
                  boolean mustBeErased = isErased.get();
                  try {
                    boolean isFound =
                        corpus.keywordSearch(query, 5, 0).total() > 0
                            || corpus.document(document.id()).isPresent()
                            || corpus.semanticSearch(document.text(), 99).toString().contains(word);
                    (isFound && mustBeErased ? late : found).addAndGet(isFound ? 1 : 0);
                  } catch (RuntimeException e) {
                    failures.add(LogCapture.describe(e));
                  }
                }
              });
      edited.index().put("secrets", List.of(document));
      reader.start();
      Thread.sleep(500);
      assertThat(edited.index().delete(List.of(document.id()))).isEqualTo(1);
      assertThat(edited.index().purge().documents()).isPositive();
      isErased.set(true);
      requireErased(edited, document, word);
      Thread.sleep(500);
      isOver.set(true);
      reader.join();
      System.out.println(
          document.id()
              + " found "
              + found
              + " times before, "
              + late
              + " times after "
              + failures);
      assertThat(found).hasPositiveValue();
      assertThat(late).hasValue(0);
      assertThat(failures).isEmpty();
    }

    /** Reads all Solr documents of each replica. */
    private static void requireErased(EditedCollection edited, Document document, String word)
        throws Exception {
      List<Replica> replicas = edited.replicas();
      assertThat(replicas).hasSize(4);
      for (Replica replica : replicas) {
        try (SolrClient client = new Http2SolrClient.Builder(replica.url()).build()) {
          ModifiableSolrParams params = new ModifiableSolrParams();
          params.set("q", "*:*");
          params.set("fl", "*");
          params.set("rows", 100_000);
          params.set("distrib", false);
          List<SolrDocument> all = client.query(replica.core(), params).getResults();
          assertThat(all).isNotEmpty();
          for (SolrDocument each : all) {
            assertThat(each.getFieldValue("dk")).isNotEqualTo(Keys.of(document.id()));
            if ("c".equals(each.getFieldValue("kind"))) {
              assertThat(Payloads.chunk(each.getFieldValue("payload"), "c").text())
                  .doesNotContain(word);
            }
          }
        }
      }
    }
  }
}

package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.CorpusUnavailableException;
import dev.arag.core.text.Document;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.query.View;
import dev.arag.solr.node.LocalSolr;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills and suspends nodes. */
@Tag("solr")
class NodeFailureTest {
  private static final HashEmbedder EMBEDDER = new HashEmbedder();
  private static final int DOCUMENTS = 20;
  private static final Duration TIMEOUT = Duration.ofSeconds(3);
  private static final Duration RECOVERY = Duration.ofSeconds(60);

  @TempDir private Path directory;

  private static CollectionClient client(SolrCollection collection) {
    return new CollectionClient(collection.client(), collection.name());
  }

  /** Creates a collection that has documents in both shards. */
  private static void write(LocalSolr cluster, String name, int replicas) {
    try (SolrCollection collection = collection(cluster, name, RECOVERY)) {
      write(collection, replicas);
    }
  }

  private static void write(SolrCollection collection, int replicas) {
    SolrSetup setup = SolrSetup.of(collection);
    setup.uploadConfiguration(EMBEDDER.dimension());
    setup.create(2, replicas);
    List<Document> documents =
        IntStream.range(0, DOCUMENTS)
            .mapToObj(i -> Document.of("d" + i, "Tarn " + i + "."))
            .toList();
    TestWriter.write(collection, EMBEDDER, Map.of("s", documents));
  }

  private static SolrCollection collection(LocalSolr cluster, String name, Duration timeout) {
    SolrCollection.Builder builder = SolrCollection.builder(name).timeout(timeout);
    cluster.urls().forEach(builder::url);
    return builder.build();
  }

  private static long count(SolrCollection collection) {
    CollectionClient client = client(collection);
    View view = new View(client, client.state().state(), Scope.everything());
    ModifiableSolrParams params = view.params("c");
    params.set("q", "*:*");
    return view.query(params, Map.of()).getResults().getNumFound();
  }

  private static Throwable requireFailure(Supplier<Long> read) {
    Throwable failure = catchThrowable(read::get);
    assertThat(failure).isInstanceOf(CorpusUnavailableException.class);
    assertThat(((CorpusException) failure).isRetriable()).isTrue();
    return failure;
  }

  /** Repeats a call while it throws a retriable exception. */
  private static long retry(Supplier<Long> read) throws InterruptedException {
    long end = System.nanoTime() + RECOVERY.toNanos();
    while (true) {
      try {
        return read.get();
      } catch (CorpusUnavailableException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        Thread.sleep(100);
      }
    }
  }

  private static void signal(Process process, String signal)
      throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + signal, "" + process.pid()).start();
    assertThat(kill.waitFor()).isZero();
  }

  @Test
  void readsAndFailsWithTypedErrors() throws Exception {
    try (LocalSolr cluster = LocalSolr.start(directory, 2);
        SolrCollection one = collection(cluster, "one", TIMEOUT);
        SolrCollection two = collection(cluster, "two", TIMEOUT)) {
      write(cluster, "one", 1);
      write(cluster, "two", 2);
      assertThat(retry(() -> count(one))).isEqualTo(DOCUMENTS);
      assertThat(retry(() -> count(two))).isEqualTo(DOCUMENTS);

      signal(cluster.process(1), "STOP");
      long start = System.nanoTime();
      requireFailure(() -> count(one));
      // The state and the query are one request each.
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isLessThan(TIMEOUT.multipliedBy(2).plusSeconds(1));
      start = System.nanoTime();
      SolrInputDocument marker = new SolrInputDocument();
      marker.setField("id", "a!m");
      marker.setField("kind", "m");
      marker.setField("gen", 99);
      Throwable write = catchThrowable(() -> client(two).add(List.of(marker)));
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(TIMEOUT.plusSeconds(1));
      if (write != null) {
        assertThat(write).isInstanceOf(CorpusUnavailableException.class);
      }
      assertThat(retry(() -> count(two))).as("second replica").isEqualTo(DOCUMENTS);
      signal(cluster.process(1), "CONT");
      assertThat(retry(() -> count(one))).isEqualTo(DOCUMENTS);

      cluster.kill(1);
      assertThat(retry(() -> count(two))).isEqualTo(DOCUMENTS);
      Throwable failure = requireFailure(() -> count(one));
      assertThat(LogCapture.describe(failure)).doesNotContain("Tarn", "127.0.0.1");
      cluster.restart(1);
      assertThat(retry(() -> count(one))).isEqualTo(DOCUMENTS);

      cluster.kill(0);
      cluster.kill(1);
      requireFailure(() -> count(two));
    }
  }
}

package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.CorpusUnavailableException;
import dev.arag.core.error.IndexNotFoundException;
import dev.arag.core.text.Document;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.query.View;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("solr")
@Isolated("reads the log of the process")
class ClientFailureTest {
  private static final String KEYWORD = "confidentialkeyword";
  private static final String TEXT = "confidential document text";
  private static final String PASSWORD = "confidential-password";
  private static final List<String> SECRETS = List.of(KEYWORD, "confidential document", PASSWORD);

  private static SolrCollection collection;

  @BeforeAll
  static void create() {
    collection = SharedSolr.create(new HashEmbedder().dimension(), 2, 1);
  }

  @AfterAll
  static void delete() {
    SolrSetup.of(collection).delete();
    collection.close();
  }

  private static CollectionClient client(SolrCollection collection) {
    return new CollectionClient(collection.client(), collection.name());
  }

  private static ModifiableSolrParams search(String field) {
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set("q", "{!field f=" + field + " v=$p0}");
    params.set("p0", KEYWORD);
    return params;
  }

  private static SolrInputDocument document(String field) {
    SolrInputDocument document = new SolrInputDocument();
    document.setField("id", "a!1.d");
    document.setField("kind", "c");
    document.setField("gen", 1);
    document.setField(field, TEXT);
    return document;
  }

  @Test
  void hasNoSecretsInExceptionsAndLogs() throws IOException {
    try (LogCapture log = LogCapture.start();
        SolrCollection missing = SharedSolr.collection();
        SolrCollection dead = SolrCollection.builder("c").url(deadUrl()).build();
        SolrClient node = new Http2SolrClient.Builder(SharedSolr.cluster().url(0)).build()) {
      SolrCollection closed = SharedSolr.collection();
      closed.close();
      CollectionClient good = client(collection);
      CollectionClient plain = new CollectionClient(node, collection.name());
      Map<String, ThrowingCallable> calls = new LinkedHashMap<>();
      calls.put("unknown field", () -> good.query(search("nofield")));
      calls.put("unknown field, own client", () -> plain.query(search("nofield")));
      calls.put("document, unknown field", () -> good.add(List.of(document("nofield"))));
      calls.put("document, own client", () -> plain.add(List.of(document("nofield"))));
      calls.put("no collection", () -> client(missing).query(search("g3")));
      calls.put("no collection, document", () -> client(missing).add(List.of(document("m"))));
      calls.put("dead node", () -> client(dead).query(search("g3")));
      calls.put("dead node, document", () -> client(dead).add(List.of(document("m"))));
      calls.put("closed", () -> client(closed).query(search("g3")));
      calls.forEach(
          (name, call) -> {
            Throwable failure = catchThrowable(call);
            assertThat(failure).as(name).isNotNull();
            assertThat(LogCapture.describe(failure)).as(name).doesNotContain(SECRETS);
          });
      log.assertContainsNone(SECRETS);
      // SolrJ logs the answer of the server, which has the value here. The corpus sends no such
      // request.
      Throwable wrongType = catchThrowable(() -> good.query(search("gen")));
      assertThat(LogCapture.describe(wrongType)).doesNotContain(SECRETS);
      assertThat(log.text()).as("the log is read").contains("127.0.0.1", KEYWORD);
    }
  }

  private static String deadUrl() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "http://127.0.0.1:" + socket.getLocalPort() + "/solr";
    }
  }

  @Test
  void reportsAMissingCollection() {
    try (SolrCollection missing = SharedSolr.collection();
        SolrClient node = new Http2SolrClient.Builder(SharedSolr.cluster().url(0)).build()) {
      for (CollectionClient client :
          List.of(client(missing), new CollectionClient(node, missing.name()))) {
        assertThatThrownBy(() -> client.query(search("g3")))
            .isInstanceOf(IndexNotFoundException.class)
            .hasMessageContaining(missing.name());
        assertThatThrownBy(client::state).isInstanceOf(IndexNotFoundException.class);
        assertThatThrownBy(client::shards).isInstanceOf(IndexNotFoundException.class);
        assertThatThrownBy(client::commit).isInstanceOf(IndexNotFoundException.class);
        assertThatThrownBy(() -> client.add(List.of(document("m"))))
            .isInstanceOf(IndexNotFoundException.class);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void reportsACollectionThatWasDeleted() {
    try (SolrCollection deleted = SharedSolr.create(4, 1, 1)) {
      client(deleted).query(search("g3"));
      try (SolrCollection other = SharedSolr.collection(deleted.name())) {
        SolrSetup.of(other).delete();
      }
      assertThatThrownBy(() -> client(deleted).query(search("g3")))
          .isInstanceOf(IndexNotFoundException.class);
    }
  }

  @Test
  void reportsANodeThatIsDown() throws IOException {
    try (SolrCollection dead = SolrCollection.builder("c").url(deadUrl()).build()) {
      Throwable failure = catchThrowable(() -> client(dead).query(search("g3")));
      assertThat(failure)
          .isInstanceOf(CorpusUnavailableException.class)
          .hasMessageContaining("Check the URLs");
      assertThat(((CorpusException) failure).isRetriable()).isTrue();
    }
  }

  @Test
  void usesTheOtherUrlIfANodeIsDown() throws IOException {
    try (SolrCollection one =
        SolrCollection.builder(collection.name())
            .url(deadUrl())
            .url(SharedSolr.cluster().url(0))
            .build()) {
      assertThat(client(one).query(search("g3")).getResults()).isEmpty();
    }
  }

  @Test
  void reportsABadRequest() {
    assertThatThrownBy(() -> client(collection).query(search("nofield")))
        .isExactlyInstanceOf(CorpusException.class)
        .hasMessage(
            "Solr refused a request to the "
                + collection
                + " (HTTP status 400); see the log of Solr.");
  }

  @Test
  void reportsAClosedClient() {
    SolrCollection closed = SharedSolr.collection();
    closed.close();
    assertThatThrownBy(() -> client(closed).query(search("g3")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("The client of the " + closed + " is closed.");
  }

  @Test
  void reportsAnInterrupt() throws Exception {
    // Accepts connections and never answers.
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        SolrCollection slow =
            SolrCollection.builder("c")
                .url("http://127.0.0.1:" + silent.getLocalPort() + "/solr")
                .build()) {
      Thread caller = Thread.currentThread();
      Thread interrupter =
          new Thread(
              () -> {
                try {
                  Thread.sleep(300);
                } catch (InterruptedException e) {
                  throw new AssertionError(e);
                }
                caller.interrupt();
              });
      interrupter.start();
      Throwable failure = catchThrowable(() -> client(slow).query(search("g3")));
      assertThat(Thread.interrupted()).isTrue();
      assertThat(failure)
          .isExactlyInstanceOf(CorpusException.class)
          .hasMessage("The request to the Solr collection c was interrupted.");
      interrupter.join();
    }
  }

  @Test
  void aCloseEndsTheRequestsOfOtherThreadsWithoutAnInterrupt() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      SolrCollection slow =
          SolrCollection.builder("c")
              .url("http://127.0.0.1:" + silent.getLocalPort() + "/solr")
              .build();
      AtomicBoolean wasInterrupted = new AtomicBoolean();
      CompletableFuture<Throwable> failure = new CompletableFuture<>();
      Thread reader =
          new Thread(
              () -> {
                failure.complete(catchThrowable(() -> client(slow).query(search("g3"))));
                wasInterrupted.set(Thread.currentThread().isInterrupted());
              });
      reader.start();
      silent.accept();
      slow.close();
      assertThat(failure.get(10, TimeUnit.SECONDS))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("The client of the Solr collection c is closed.");
      reader.join();
      assertThat(wasInterrupted).isFalse();
    }
  }

  @Test
  void endsARequestAfterTheTimeout() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        SolrCollection slow =
            SolrCollection.builder("c")
                .url("http://127.0.0.1:" + silent.getLocalPort() + "/solr")
                .timeout(Duration.ofMillis(500))
                .build()) {
      long start = System.nanoTime();
      assertThatThrownBy(() -> client(slow).query(search("g3")))
          .isInstanceOf(CorpusUnavailableException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isBetween(Duration.ofMillis(400), Duration.ofMillis(1500));
    }
  }

  @Test
  void aNodeWithoutZooKeeperIsUnavailable() {
    WatchedClient node = new WatchedClient(collection.client());
    node.before(
        description -> {
          throw new SolrException(
              SolrException.ErrorCode.SERVER_ERROR,
              "Error from server: KeeperErrorCode = Session expired for /live_nodes");
        });
    assertThatThrownBy(() -> client(SolrCollection.of(node, "c")).query(search("g3")))
        .isInstanceOf(CorpusUnavailableException.class)
        .hasMessageNotContaining("live_nodes");
  }

  @Test
  void reportsAConflict() {
    CollectionClient client = client(collection);
    SolrInputDocument document = new SolrInputDocument();
    document.setField("id", "conflict");
    document.setField("kind", "m");
    document.setField("gen", 1);
    document.setField("_version_", 12345L);
    assertThatThrownBy(() -> client.add(List.of(document)))
        .isInstanceOf(CorpusException.class)
        .hasMessageStartingWith("Another writer has changed");
  }

  @Test
  void readsAndWritesWithAClientOfTheUser() throws IOException {
    HashEmbedder embedder = new HashEmbedder();
    try (SolrCollection created = SharedSolr.create(embedder.dimension(), 2, 1);
        SolrClient node = new Http2SolrClient.Builder(SharedSolr.cluster().url(0)).build()) {
      SolrCollection own = SolrCollection.of(node, created.name());
      SolrSetup.of(own).check(embedder.dimension());
      List<Document> documents =
          IntStream.range(0, 20).mapToObj(i -> Document.of("d" + i, "Tarn " + i + ".")).toList();
      TestWriter.write(own, embedder, Map.of("s", documents));
      View view = new View(client(own), client(own).state().state(), Scope.everything());
      ModifiableSolrParams params = view.params("c");
      params.set("q", "*:*");
      assertThat(view.query(params, Map.of()).getResults().getNumFound()).isEqualTo(20);
      SolrSetup.of(own).delete();
      assertThat(SolrSetup.of(created).exists()).isFalse();
      own.close();
      assertThat(SolrSetup.of(own).exists()).as("the user closes the client").isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost:8983/solr",
        "ftp://localhost/solr",
        "http://",
        "http://a b/solr",
        "http://user:" + PASSWORD + "@localhost/solr",
        "http://localhost/solr?user=" + PASSWORD
      })
  void refusesUrls(String url) {
    assertThatThrownBy(() -> SolrCollection.builder("c").url(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining(PASSWORD)
        .hasNoCause();
  }
}

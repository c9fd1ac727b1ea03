package dev.arag.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.util.Throwables.getStackTrace;

import com.sun.net.httpserver.HttpHandler;
import dev.arag.index.source.RemoteSourceException;
import java.nio.file.Path;
import java.util.Random;
import org.eclipse.jgit.api.errors.GitAPIException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A Git repository on a server that requires a password and fails in many ways. */
class GitHttpTest {
  @TempDir Path temp;
  private GitStore store;
  private GitServer server;
  private Synced index;

  @BeforeEach
  void start() throws Exception {
    store = new GitStore(temp);
    server = new GitServer(store.git().getRepository());
    index = new Synced(temp.resolve("index"));
    store.put("a.txt", "The first version.");
  }

  @AfterEach
  void stop() {
    server.close();
    store.close();
  }

  /** Commits what was put, and returns a connector for the server. */
  private GitConnector connector(String password) throws Exception {
    store.connector();
    return GitConnector.of(server.url(password), temp.resolve("cache"));
  }

  @Test
  void readsWithAPassword() throws Exception {
    assertThat(Synced.counts(index.sync(connector("s3cr%2Bt")))).containsExactly(1L, 0L, 0L, 0L);
    store.put("a.txt", "The second version.");
    store.put("b.txt", "Another file.");
    assertThat(Synced.counts(index.sync(connector("s3cr%2Bt")))).containsExactly(1L, 1L, 0L, 0L);
    store.delete("a.txt");
    assertThat(Synced.counts(index.sync(connector("s3cr%2Bt")))).containsExactly(0L, 0L, 1L, 1L);
    assertThat(index.texts()).containsOnlyKeys("handbook/b.txt");
  }

  @Test
  void showsNoCredentials() throws Exception {
    GitConnector connector = connector("s3cret");
    assertThat(connector.location() + connector + connector.name()).doesNotContain("s3cr", "joe");
    assertThatThrownBy(() -> index.sync(connector))
        .isInstanceOfSatisfying(
            RemoteSourceException.class, e -> assertThat(e.isRetriable()).isFalse())
        .hasMessageContaining("Check the user name")
        .hasStackTraceContaining("127.0.0.1")
        .satisfies(e -> assertThat(getStackTrace(e)).doesNotContain("s3cr", "joe"));
  }

  /** In each case the documents remain, and the next sync continues. */
  @ParameterizedTest
  @CsvSource({
    "refs, 404, false, not found. Check the address.",
    "refs, 503, true, 503",
    "refs, 429, true, 429",
    "refs, 200, true, cannot be read",
    "git-upload-pack, 500, true, 500",
    "git-upload-pack, 200, true, cannot be read",
  })
  void continuesAfterAFailure(String request, int status, boolean isRetriable, String message)
      throws Exception {
    index.sync(connector("s3cr%2Bt"));
    store.put("b.txt", "Another file.");
    byte[] garbage = new byte[1_000];
    new Random(1).nextBytes(garbage);
    String type =
        "application/x-git-upload-pack-" + (request.equals("refs") ? "advertisement" : "result");
    server.answers.put(request, exchange -> SiteStore.answer(exchange, status, type, garbage));
    assertFails(connector("s3cr%2Bt"), isRetriable, message);
    server.answers.clear();
    assertThat(Synced.counts(index.sync(connector("s3cr%2Bt")))).containsExactly(1L, 0L, 1L, 0L);
  }

  @Test
  void continuesAfterALostConnection() throws Exception {
    index.sync(connector("s3cr%2Bt"));
    store.put("b.txt", "Another file. ".repeat(1_000));
    GitConnector connector = connector("s3cr%2Bt");
    server.answers.put(
        "git-upload-pack",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "application/x-git-upload-pack-result");
          exchange.sendResponseHeaders(200, 5_000);
          exchange.getResponseBody().write("0008NAK\n".getBytes());
        });
    assertFails(connector, true, "or sync again to continue.");
    server.answers.clear();
    assertThat(Synced.counts(index.sync(connector))).containsExactly(1L, 0L, 1L, 0L);
    server.close();
    assertThatThrownBy(() -> index.sync(connector))
        .isInstanceOf(RemoteSourceException.class)
        .hasMessageContaining("connection failed. Check the address, or sync again to continue.");
    assertThat(index.texts()).hasSize(2);
  }

  /** The branch moves between the request that names its commit and the one that fetches it. */
  @Test
  void readsOneStateOfABranchThatMoves() throws Exception {
    HttpHandler moving =
        exchange -> {
          server.answers.clear();
          try {
            store.git().rm().addFilepattern("a.txt").call();
            store.git().commit().setMessage("any").setSign(false).call();
          } catch (GitAPIException e) {
            throw new IllegalStateException(e);
          }
          server.upload(exchange);
        };
    store.put("b.txt", "Another file.");
    GitConnector connector = connector("s3cr%2Bt");
    server.answers.put("git-upload-pack", moving);
    index.sync(connector);
    assertThat(index.texts().keySet()).contains("handbook/b.txt");
    index.sync(connector);
    assertThat(index.texts()).containsOnlyKeys("handbook/b.txt");
  }

  private void assertFails(GitConnector connector, boolean isRetriable, String message) {
    assertThatThrownBy(() -> index.sync(connector))
        .isInstanceOfSatisfying(
            RemoteSourceException.class,
            e -> assertThat(e.isRetriable()).as(e.getMessage()).isEqualTo(isRetriable))
        .hasMessageContaining(message)
        .satisfies(e -> assertThat(getStackTrace(e)).doesNotContain("s3cr", "joe"));
    assertThat(index.texts()).containsOnlyKeys("handbook/a.txt");
  }
}

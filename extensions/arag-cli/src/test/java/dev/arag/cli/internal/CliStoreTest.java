package dev.arag.cli.internal;

import static dev.arag.cli.internal.CliResult.arag;
import static dev.arag.cli.internal.CliResult.aragWith;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.eclipse.jgit.api.Git;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code arag index} with the addresses of stores. */
final class CliStoreTest {
  @TempDir Path folder;

  private Path index;
  private HttpServer server;
  private String host;

  @BeforeEach
  void start() throws IOException {
    index = folder.resolve("my.arag");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
    host = "127.0.0.1:" + server.getAddress().getPort();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(String path, int status, String text) {
    server.createContext(path, exchange -> answer(exchange, status, text));
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Test
  void indexesASite() {
    answer("/robots.txt", 200, "User-agent: *\nDisallow:\n");
    answer(
        "/sitemap.xml",
        200,
        "<urlset><url><loc>/a.txt</loc><lastmod>2026</lastmod></url></urlset>");
    answer("/a.txt", 200, "Tarn lies on a river.");
    String site = "http://" + host + "/";
    arag("index", index, site, "--embedder", "none").endedWith(0);
    assertThat(arag("keyword", index, "river").endedWith(0).out()).contains(host + "/a.txt");
    assertThat(arag("index", index, site).endedWith(0).out()).startsWith("No changes: 1 document");
    server.stop(0);
    assertThat(arag("index", index, "http://joe:s3cret@" + host + "/").endedWith(1).err())
        .contains("cannot be reached")
        .doesNotContain("s3cret");
  }

  @Test
  void indexesABranchOfAGitRepository() throws Exception {
    Path work = folder.resolve("handbook");
    Map<String, String> cache = Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString());
    try (Git git = Git.init().setDirectory(work.toFile()).setInitialBranch("main").call()) {
      Files.writeString(work.resolve("a.txt"), "Tarn lies on a river.");
      git.add().addFilepattern(".").call();
      git.commit().setMessage("any").setAuthor("a", "a@b").setSign(false).call();
    }
    String source = "git:" + work + "#main";
    aragWith(cache, "index", index, source, "--embedder", "none").endedWith(0);
    assertThat(arag("keyword", index, "river").endedWith(0).out()).contains("handbook/a.txt");
    assertThat(aragWith(cache, "index", index, source, "--prune").endedWith(0).out())
        .startsWith("No changes: 1 document");
    assertThat(folder.resolve("cache/arag")).isDirectory();
  }

  @Test
  void readsADatabaseOnlyWithAQueryAndAName() {
    String url = "jdbc:none://joe:s3cret@host/x";
    assertThat(arag("index", index, url).endedWith(2).err())
        .contains("jdbc: requires --query and --name")
        .doesNotContain("s3cret");
    assertThat(arag("index", index, folder, "--query", "select 1").endedWith(2).err())
        .contains("--query requires a source jdbc:...");
    assertThat(
            arag("index", index, url, "--query", "select 1", "--name", "n", "--embedder", "none")
                .endedWith(1)
                .err())
        .contains("The rows of jdbc cannot be read: there is no connection")
        .doesNotContain("s3cret");
    assertThat(index).doesNotExist();
  }

  @Test
  void saysWhyABucketCannotBeRead() {
    answer("/", 403, "<Error><Code>AccessDenied</Code><Message>no</Message></Error>");
    System.setProperty("aws.accessKeyId", "id");
    System.setProperty("aws.secretAccessKey", "secret");
    try {
      Map<String, String> endpoint = Map.of("AWS_ENDPOINT_URL", "http://" + host);
      assertThat(
              aragWith(endpoint, "index", index, "s3://bucket/docs", "--embedder", "none")
                  .endedWith(1)
                  .err())
          .contains("s3://bucket/docs")
          .contains("Check the credentials");
      Map<String, String> wrong = Map.of("AWS_ENDPOINT_URL", "localhost:9000");
      assertThat(aragWith(wrong, "index", index, "s3://bucket/docs").endedWith(2).err())
          .contains("http://HOST:PORT, was localhost:9000");
    } finally {
      System.clearProperty("aws.accessKeyId");
      System.clearProperty("aws.secretAccessKey");
    }
  }
}

package dev.arag.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.cli.internal.console.CliEnvironment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code arag mcp} within this process. {@link CliJarIT} tests standard input and output. */
class CliMcpTest {
  private static final String TOKEN = "0123456789abcdef";
  private static final String LIST = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}";

  @TempDir Path folder;

  private Path index;

  @BeforeEach
  void index() throws IOException {
    index = folder.resolve("my.arag");
    index("acme", "The harbour master signs at Tarn.");
    index("other", "The mayor signs at Tarn.");
  }

  private void index(String tenant, String text) throws IOException {
    Path document = Files.writeString(folder.resolve(tenant + ".txt"), text);
    CliResult.arag("index", index, document, "--embedder", "none", "--meta", "tenant=" + tenant)
        .endedWith(0);
  }

  /** A command that serves HTTP on a thread of this process. */
  private static final class Server implements AutoCloseable {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final AtomicInteger code = new AtomicInteger(-1);
    private final Thread thread;

    Server(Map<String, String> environment, String... arguments) {
      PrintStream out = new PrintStream(new ByteArrayOutputStream());
      thread =
          new Thread(
              () ->
                  code.set(
                      AragCommand.run(
                          arguments,
                          new CliEnvironment(out, new PrintStream(err), environment, false))));
      thread.start();
    }

    URI uri() throws InterruptedException {
      Pattern address = Pattern.compile("http://127\\.0\\.0\\.1:[0-9]+/mcp");
      Matcher found = address.matcher(errors());
      while (thread.isAlive() && !found.find()) {
        Thread.sleep(10);
        found = address.matcher(errors());
      }
      return URI.create(found.group());
    }

    String errors() {
      return err.toString(StandardCharsets.UTF_8);
    }

    HttpResponse<String> post(String body, String... headers)
        throws IOException, InterruptedException {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(uri())
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString(body));
      if (headers.length > 0) {
        request.headers(headers);
      }
      return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
    }

    String keyword(String word) throws IOException, InterruptedException {
      return post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":"
              + "\"keyword_search\",\"arguments\":{\"keywords\":[\""
              + word
              + "\"]}}}")
          .body();
    }

    int interrupt() throws InterruptedException {
      thread.interrupt();
      thread.join(TimeUnit.SECONDS.toMillis(60));
      return code.get();
    }

    @Override
    public void close() {
      thread.interrupt();
    }
  }

  private Server server(Map<String, String> environment, String... options) {
    return new Server(
        environment,
        Stream.concat(Stream.of("mcp", index.toString(), "--http", "0"), Stream.of(options))
            .toArray(String[]::new));
  }

  @Test
  void servesHttpUntilItIsInterrupted() throws Exception {
    try (Server server = server(Map.of())) {
      assertThat(server.keyword("Tarn")).contains("harbour master", "mayor");
      assertThat(server.post(LIST).body()).contains("check_quotes").doesNotContain("\"ask\"");
      assertThat(server.errors()).contains("to every program of this machine");
      assertThat(server.interrupt()).isEqualTo(130);
    }
  }

  @Test
  void scopeAndPrefixApply() throws Exception {
    try (Server server = server(Map.of(), "--scope", "tenant=acme")) {
      assertThat(server.keyword("Tarn")).contains("harbour master").doesNotContain("mayor");
    }
    try (Server server = server(Map.of(), "--prefix", "kb_", "--scope", "tenent=acme")) {
      assertThat(server.post(LIST).body()).contains("\"kb_chunk_read\"");
      assertThat(server.errors()).contains("the nearest key is \"tenant\"");
    }
  }

  private static String call(String tool, String arguments) {
    return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\""
        + tool
        + "\",\"arguments\":"
        + arguments
        + "}}";
  }

  @Test
  void servesTheToolsOfTools() throws Exception {
    try (Server server =
        server(
            Map.of(), "--tools", "outline,find,documents", "--show", "tenant", "--prefix", "kb_")) {
      assertThat(server.post(LIST).body()).contains("\"kb_outline\"", "kb_chunk_read reads");
      assertThat(server.post(call("kb_outline", "{}")).body())
          .contains("2 documents", "by type: txt 2", "- other.txt")
          .doesNotContain("tool#", "Documents:");
      String outline = server.post(call("kb_outline", "{\"document\":\"other.txt\"}")).body();
      Matcher id = Pattern.compile("- (\\S+#0) ").matcher(outline);
      assertThat(id.find()).as(outline).isTrue();
      assertThat(
              server.post(call("kb_chunk_read", "{\"chunk_ids\":\"" + id.group(1) + "\"}")).body())
          .contains("other.txt (tenant: other)", "The mayor signs at Tarn.");
      String in = "{\"keywords\":\"Tarn\",\"documents\":[\"" + id.group(1) + "\"]}";
      assertThat(server.post(call("kb_keyword_search", in)).body())
          .contains("The mayor signs")
          .doesNotContain("harbour");
      String find = "{\"words\":[\"signs\"],\"count_by\":\"document\"}";
      assertThat(server.post(call("kb_find", find)).body())
          .contains("2 sentences in 2 documents match.", "acme.txt | 1", "The mayor signs")
          .doesNotContain("tool#");
      assertThat(server.post(call("kb_outline", "{\"document\":\"none\"}")).body())
          .contains("No document", "Call it like this: kb_outline {", "\"isError\":true");
    }
    CliResult.arag("mcp", index, "--tools", "grep").failedWith(2, "There is no tool \"grep\"");
  }

  /** The number of documents out of the scope must not be told. */
  @Test
  void instructionsTellWhatTheDocumentsAre() throws Exception {
    String hello =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\","
            + "\"params\":{\"protocolVersion\":\"2025-11-25\"}}";
    try (Server server = server(Map.of(), "--about", "A port.", "--scope", "tenant=acme")) {
      assertThat(server.post(hello).body()).contains("collection: A port. 1 document. Sources: ");
    }
    CliResult.arag("mcp", index, "--about", " ").failedWith(2, "--about must not be blank");
  }

  @Test
  void askIsServedIfAModelIsConfigured() throws Exception {
    Map<String, String> model = Map.of("ARAG_BASE_URL", "http://127.0.0.1:1/v1", "ARAG_MODEL", "m");
    try (Server server = server(model)) {
      assertThat(server.post(LIST).body()).contains("\"ask\"");
    }
  }

  @Test
  void commitsOfOtherProcessesAreFound() throws Exception {
    try (Server server = server(Map.of())) {
      assertThat(server.keyword("lighthouse")).contains("Nothing contains");
      index("third", "The lighthouse is closed.");
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (System.nanoTime() < end && !server.keyword("lighthouse").contains("is closed")) {
        Thread.sleep(100);
      }
      assertThat(server.keyword("lighthouse")).contains("The lighthouse is closed.");
    }
  }

  @Test
  void anIndexThatCannotBeRefreshedIsReportedOnce() throws Exception {
    try (Server server = server(Map.of())) {
      assertThat(server.keyword("Tarn")).contains("mayor");
      Files.move(index, folder.resolve("moved.arag"));
      String report = "the index cannot be refreshed";
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (System.nanoTime() < end && !server.errors().contains(report)) {
        Thread.sleep(100);
      }
      Thread.sleep(TimeUnit.SECONDS.toMillis(2));
      assertThat(server.errors()).containsOnlyOnce(report);
      assertThat(server.keyword("Tarn")).contains("mayor");
    }
  }

  @Test
  void semanticSearchWithoutEmbeddingsNamesTheOtherTool() throws Exception {
    try (Server server = server(Map.of())) {
      String call =
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":"
              + "\"semantic_search\",\"arguments\":{\"query\":\"who signs\"}}}";
      assertThat(server.post(call).body())
          .contains("This index has no embeddings: use keyword_search.");
    }
  }

  @Test
  void tokensAreReadFromAFileOrTheEnvironment() throws Exception {
    Path file = Files.writeString(folder.resolve("token.txt"), TOKEN + "\n");
    for (Server started :
        List.of(
            server(Map.of(), "--token-file", file.toString()),
            server(Map.of("ARAG_MCP_TOKEN", TOKEN)))) {
      try (Server server = started) {
        assertThat(server.post(LIST).statusCode()).isEqualTo(401);
        assertThat(server.post(LIST, "Authorization", "Bearer " + TOKEN).statusCode())
            .isEqualTo(200);
        assertThat(server.errors()).contains("to clients with the token").doesNotContain(TOKEN);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "short", "with a space in it", "0123456789äöüabc"})
  void weakTokensAreRefused(String token) {
    CliResult refused =
        CliResult.aragWith(Map.of("ARAG_MCP_TOKEN", token), "mcp", index, "--http", "0");
    refused.failedWith(2, "ARAG_MCP_TOKEN: a token must have at least 16", "openssl rand -hex 32");
  }

  @Test
  void wrongUsageIsReported() throws Exception {
    CliResult.arag("mcp", folder.resolve("none.arag")).failedWith(2, "arag index DIR SOURCE");
    CliResult.arag("mcp", index, "--http", "70000").failedWith(2, "--http must be 0 to 65535");
    CliResult.arag("mcp", index, "--token-file", "x").failedWith(2, "requires --http");
    CliResult.arag("mcp", index, "--http", "0", "--prefix", "a b").failedWith(2, "prefix must be");
    CliResult.arag("mcp", index, "--http", "0", "--token-file", folder.resolve("none"))
        .failedWith(1, "none");
    CliResult.aragWith(Map.of("ARAG_MODEL", "m"), "mcp", index, "--http", "0")
        .failedWith(2, "ARAG_");
    try (ServerSocket used = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      CliResult.arag("mcp", index, "--http", String.valueOf(used.getLocalPort()))
          .failedWith(2, "the port is in use");
    }
  }
}

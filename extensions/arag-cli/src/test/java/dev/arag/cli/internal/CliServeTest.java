package dev.arag.cli.internal;

import static dev.arag.cli.internal.CliResult.arag;
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
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code arag serve} with the built-in model, over real connections. */
@Timeout(120)
final class CliServeTest {
  @TempDir private Path folder;
  private Path docs;
  private Path index;

  @BeforeEach
  void documents() throws IOException {
    docs = Files.createDirectories(folder.resolve("docs"));
    index = folder.resolve("my.arag");
    Files.writeString(
        docs.resolve("bridge.md"),
        "# The Old Bridge\n\nThe Old Bridge was designed by Mira Voss.\n");
  }

  /** A command that runs until it is interrupted. */
  static final class Serving implements AutoCloseable {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final FutureTask<Integer> code;
    private final Thread thread;

    Serving(Object... args) throws InterruptedException {
      String[] texts =
          Stream.concat(Stream.of("serve", "--port", "0"), Stream.of(args).map(String::valueOf))
              .toArray(String[]::new);
      code =
          new FutureTask<>(
              () ->
                  AragCommand.run(
                      texts,
                      new CliEnvironment(
                          new PrintStream(out), new PrintStream(err), Map.of(), false)));
      thread = new Thread(code, "serve");
      thread.start();
      while (!out().contains("\n") && !code.isDone()) {
        Thread.sleep(10);
      }
      assertThat(code.isDone()).as(err()).isFalse();
    }

    String out() {
      return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
      return err.toString(StandardCharsets.UTF_8);
    }

    URI address() {
      return URI.create(out().strip());
    }

    /** Interrupts the command as Ctrl-C does, and returns its exit code. */
    int interrupt() throws Exception {
      thread.interrupt();
      return code.get(5, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
      thread.interrupt();
    }
  }

  /** A browser with the cookie of the session. */
  record Browser(HttpClient client, URI page, String cookie, String key) {
    static Browser open(URI address) throws IOException, InterruptedException {
      HttpClient client = HttpClient.newHttpClient();
      URI page = address.resolve("/");
      String token = address.getFragment().substring("token=".length());
      HttpResponse<String> answer =
          new Browser(client, page, "", "").post("api/session", "{\"token\":\"" + token + "\"}");
      String cookie = answer.headers().firstValue("Set-Cookie").orElseThrow();
      String key = answer.headers().firstValue("X-Arag-Key").orElseThrow();
      return new Browser(client, page, cookie.substring(0, cookie.indexOf(';')), key);
    }

    String get(String path) throws IOException, InterruptedException {
      return client.send(request(path).build(), BodyHandlers.ofString()).body();
    }

    HttpResponse<String> post(String path, String json) throws IOException, InterruptedException {
      return post(path, "application/json", json);
    }

    HttpResponse<String> post(String path, String type, String body)
        throws IOException, InterruptedException {
      return client.send(
          request(path)
              .header("Content-Type", type)
              .POST(HttpRequest.BodyPublishers.ofString(body))
              .build(),
          BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
      return HttpRequest.newBuilder(page.resolve(path))
          .header("Origin", page.toString().replaceAll("/$", ""))
          .header("Cookie", cookie)
          .header("X-Arag-Key", key);
    }
  }

  static final String QUESTION =
      "{\"id\":\"c\",\"messages\":[{\"role\":\"user\",\"parts\":[{\"type\":\"text\","
          + "\"text\":\"Who designed the Old Bridge?\"}]}]}";

  @Test
  void createsTheIndexFromASourceAndAnswers() throws Exception {
    try (Serving serving = new Serving(index, "--source", docs)) {
      assertThat(serving.out()).matches("http://127\\.0\\.0\\.1:\\d+/#token=[A-Za-z0-9_-]{43}\n");
      Browser browser = Browser.open(serving.address());
      while (browser.get("api/sync").contains("\"state\":\"running\"")) {
        Thread.sleep(20);
      }
      assertThat(browser.get("api/status"))
          .contains("\"title\":\"my.arag\"", "\"documents\":1", "built-in rule-based model");
      assertThat(browser.post("api/chat", QUESTION).body())
          .contains("Mira Voss", "data-citation", "[DONE]");
      assertThat(
              browser.post("api/upload?name=a.txt", "application/octet-stream", "x").statusCode())
          .isEqualTo(404);
      assertThat(serving.err()).contains("No LLM is configured", "Ctrl-C");
      long start = System.nanoTime();
      assertThat(serving.interrupt()).isEqualTo(130);
      assertThat((System.nanoTime() - start) / 1_000_000).isLessThan(2_000);
      assertThat(serving.out().lines()).hasSize(1);
    }
    arag("stats", index).endedWith(0);
  }

  @Test
  void conversationsAreStoredBesideTheIndexUntilTheirDocumentsAreDeleted() throws Exception {
    Path history = folder.resolve("my.conversations.arag");
    arag("index", index, docs, "--embedder", "none").endedWith(0);
    try (Serving serving = new Serving(index, "--no-history")) {
      Browser browser = Browser.open(serving.address());
      assertThat(browser.post("api/chat", QUESTION).body()).contains("Mira Voss");
    }
    assertThat(history).doesNotExist();
    askAndRestart();
    Path file = history.resolve("c.conversation");
    assertThat(Files.readString(file)).contains("Mira Voss");

    Path bridge = docs.resolve("bridge.md");
    Files.writeString(bridge, "# The Old Bridge\n\nThe Old Bridge was designed by Ada Rook.\n");
    arag("index", index, docs, "--embedder", "none").endedWith(0);
    assertThat(file).exists();
    assertThat(arag("purge", index).endedWith(0).out().replaceAll("\\s+", " "))
        .contains("Deleted 1 conversation of arag serve with text of documents");
    assertThat(file).doesNotExist();

    askAndRestart();
    assertThat(
            arag("delete", "--json", index, "docs/bridge.md").json().get("conversations").asInt())
        .isOne();
    arag("index", index, docs, "--embedder", "none").endedWith(0);
    askAndRestart();
    Files.move(bridge, docs.resolve("mill.md"));
    assertThat(arag("index", index, docs, "--embedder", "none", "--prune").endedWith(0).err())
        .contains("Deleted 1 conversation of arag serve");
    assertThat(file).doesNotExist();
  }

  private void askAndRestart() throws Exception {
    try (Serving serving = new Serving(index)) {
      Browser browser = Browser.open(serving.address());
      assertThat(browser.post("api/chat", QUESTION).body()).contains("[DONE]");
      serving.interrupt();
    }
    try (Serving serving = new Serving(index)) {
      Browser browser = Browser.open(serving.address());
      assertThat(browser.get("api/conversations")).contains("Who designed the Old Bridge?");
      assertThat(browser.get("api/conversation?id=c")).contains("data-citation");
    }
  }

  @Test
  void uploadsNeedAnOption() throws Exception {
    try (Serving serving = new Serving(index, "--allow-upload")) {
      Browser browser = Browser.open(serving.address());
      assertThat(
              browser.post("api/upload?name=a.txt", "application/octet-stream", "A lake.").body())
          .contains("\"stored\":true", "uploads/a.txt");
    }
  }

  /** The file keeps the whole suffix, which selects the parser. */
  @Test
  void uploadsAreReadLikeTheFilesOfSources() throws Exception {
    String docling =
        "{\"schema_name\":\"DoclingDocument\",\"body\":{\"children\":[{\"$ref\":\"#/texts/0\"}]},"
            + "\"texts\":[{\"label\":\"text\",\"text\":\"A lake.\"}]}";
    try (Serving serving = new Serving(index, "--allow-upload", "--text-field", "body")) {
      Browser browser = Browser.open(serving.address());
      String path = "api/upload?name=";
      String type = "application/octet-stream";
      assertThat(browser.post(path + "My.Report.Docling.json", type, docling).body())
          .contains("\"stored\":true", "uploads/My.Report.Docling.json");
      assertThat(browser.post(path + "a.csv", type, "id,body\n1,A river.\n").body())
          .contains("\"stored\":true");
    }
  }

  @Test
  void aScopeRestrictsThePage() throws Exception {
    arag("index", index, docs, "--embedder", "none", "--meta", "tenant=acme").endedWith(0);
    try (Serving serving = new Serving(index, "--scope", "tenant=other")) {
      Browser browser = Browser.open(serving.address());
      assertThat(browser.get("api/documents")).contains("\"documents\":[]");
    }
  }

  @Test
  void jsonIsOneObject() throws Exception {
    arag("index", index, docs, "--embedder", "none").endedWith(0);
    try (Serving serving = new Serving(index, "--json")) {
      assertThat(serving.out())
          .matches("\\{\"url\":\"http://127\\.0\\.0\\.1:\\d+/#token=.{43}\",\"api\":null}\n");
    }
  }

  @Test
  void programsAskByTheApi() throws Exception {
    Path token = Files.writeString(folder.resolve("token"), "0123456789abcdef\n");
    String body =
        "{\"model\":\"arag\",\"messages\":[{\"role\":\"user\",\"content\":\"Who designed the Old"
            + " Bridge?\"}]}";
    arag("index", index, docs, "--embedder", "none").endedWith(0);
    try (Serving serving = new Serving(index, "--api", "--token-file", token)) {
      URI address = serving.address();
      URI url = address.resolve("/v1/chat/completions");
      assertThat(serving.err()).contains(address.resolve("/v1") + ", model arag");
      for (String key : new String[] {"0123456789abcdef", address.getFragment().substring(6)}) {
        HttpRequest request =
            HttpRequest.newBuilder(url)
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer =
            HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        assertThat(answer.body()).contains("Mira Voss", "url_citation", "docs%2Fbridge.md&at=");
      }
      assertThat(serving.interrupt()).isEqualTo(130);
    }
    arag("serve", index, "--token-file", token).failedWith(2, "--token-file requires --api");
    Files.writeString(token, "short");
    arag("serve", index, "--api", "--token-file", token).failedWith(2, "at least 16");
  }

  @Test
  void errorsAreOneLine() throws IOException {
    arag("serve", index).failedWith(2, "There is no index", "arag index DIR SOURCE");
    arag("serve", index, "--source", folder.resolve("none"))
        .failedWith(2, "no such file or folder");
    arag("serve", index, "--port", "70000").failedWith(2, "--port");
    arag("serve", index, "--strategy", "none").failedWith(2, "--strategy");
    arag("serve", index, "--allow-upload", "--scope", "a=b").failedWith(2, "--allow-upload");
    assertThat(index).doesNotExist();
    arag("index", index, docs, "--embedder", "none").endedWith(0);
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      String port = String.valueOf(taken.getLocalPort());
      arag("serve", index, "--port", port).failedWith(1, "port " + port + " is in use", "--port");
    }
  }

  @Test
  void theEnvironmentIsChecked() {
    CliResult.aragWith(Map.of("ARAG_BASE_URL", "http://localhost:1/v1"), "serve", index)
        .failedWith(2, "ARAG_MODEL");
    assertThat(index).doesNotExist();
  }
}

package dev.arag.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.text.Document;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.Index;
import dev.arag.tools.call.ToolCall;
import dev.arag.web.page.PageServer;
import dev.langchain4j.exception.AuthenticationException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Three versions of the npm package ai read real runs over HTTP, in the way in which useChat reads
 * them. The messages that they show are compared with those of {@link UiMessageClient}, which reads
 * the same bytes. The packages openai and ai also read chat completions.
 */
@Tag("compat")
@Timeout(300)
class NpmClientsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path DIRECTORY = Path.of("target", "npm").toAbsolutePath();

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Run> runs = new CopyOnWriteArrayList<>();
  private final List<byte[]> bodies = new CopyOnWriteArrayList<>();
  private HttpServer server;

  @BeforeAll
  static void install() throws IOException, InterruptedException {
    if (!isPresent("node") || !isPresent("npm")) {
      System.out.println("Skipped: the clients of npm packages, because Node is missing.");
      assumeTrue(false, "Node is missing.");
    }
    Files.createDirectories(DIRECTORY);
    for (String file :
        List.of("package.json", "package-lock.json", "client.mjs", "completions.mjs")) {
      Files.write(DIRECTORY.resolve(file), Files.readAllBytes(Path.of("src/test/npm", file)));
    }
    execute("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund");
  }

  private static boolean isPresent(String command) throws InterruptedException {
    try {
      return new ProcessBuilder(command, "--version")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static String execute(String... command) throws IOException, InterruptedException {
    Path output = Files.createTempFile(DIRECTORY, "output", ".txt");
    Path errors = Files.createTempFile(DIRECTORY, "errors", ".txt");
    Process process =
        new ProcessBuilder(command)
            .directory(DIRECTORY.toFile())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
      String printed = Files.readString(output);
      assertThat(process.exitValue()).as(printed + Files.readString(errors)).isZero();
      return printed;
    } finally {
      process.destroyForcibly();
    }
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.stop(0);
    }
    threads.shutdownNow();
  }

  /** Lets a version of the package ask the model, and returns what it printed. */
  private JsonNode ask(String version, StreamedModel model, String action)
      throws IOException, InterruptedException {
    Chats chats = new Chats(Agent.builder(UiMessageStreamTest.CORPUS, model).build(), 10);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/chat", exchange -> answer(exchange, chats));
    server.start();
    String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/chat";
    JsonNode result = JSON.readTree(execute("node", "client.mjs", version, address, action));
    while (bodies.size() < runs.size()) {
      Thread.sleep(10); // The server notices a closed connection with the second write after it.
    }
    assertThat(result.get("warnings")).isEmpty();
    assertThat(result.get("invalid").textValue()).isEmpty();
    assertThat(result.get("toolCalls")).isEmpty();
    return result;
  }

  private void answer(HttpExchange exchange, Chats chats) throws IOException {
    UiMessageRequest request = UiMessageRequest.read(exchange.getRequestBody());
    UiMessageStream.headers().forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(200, 0);
    Run run = chats.start("", request);
    runs.add(run);
    ByteArrayOutputStream copy = new ByteArrayOutputStream();
    try (OutputStream body = exchange.getResponseBody()) {
      UiMessageStream.of(run).heartbeat(Duration.ofMillis(50)).writeTo(new Copying(body, copy));
    } finally {
      bodies.add(copy.toByteArray());
    }
  }

  private static final class Copying extends OutputStream {
    private final OutputStream out;
    private final OutputStream copy;

    Copying(OutputStream out, OutputStream copy) {
      this.out = out;
      this.copy = copy;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
      copy.write(bytes, offset, length);
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }
  }

  private static List<JsonNode> parts(JsonNode message, String... types) {
    return StreamSupport.stream(message.get("parts").spliterator(), false)
        .filter(part -> List.of(types).contains(part.get("type").textValue()))
        .toList();
  }

  private static String text(JsonNode message) {
    StringBuilder text = new StringBuilder();
    parts(message, "text").forEach(part -> text.append(part.get("text").textValue()));
    return text.toString();
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(each -> texts.add(each.textValue()));
    return texts;
  }

  /** Compares a message of the package with the message of the Java client. */
  private static void compare(JsonNode message, UiMessageClient client) {
    assertThat(text(message)).isEqualTo(client.text());
    assertThat(parts(message, "data-draft"))
        .extracting(part -> part.at("/data/text").textValue())
        .allMatch(String::isEmpty);
    assertThat(parts(message, "data-citation"))
        .extracting(part -> part.get("data"))
        .containsExactlyElementsOf(client.citations());
    assertThat(parts(message, "source-url", "source-document"))
        .containsExactlyElementsOf(client.sources().stream().map(JsonNode.class::cast).toList());
    List<JsonNode> tools = parts(message, "dynamic-tool");
    assertThat(tools).hasSameSizeAs(client.tools());
    for (int i = 0; i < tools.size(); i++) {
      JsonNode expected = client.tools().get(i);
      boolean isError = expected.has("errorText");
      assertThat(tools.get(i).get("state").textValue())
          .isEqualTo(isError ? "output-error" : "output-available");
      for (String field : List.of("toolCallId", "toolName", "input", "output", "errorText")) {
        assertThat(tools.get(i).get(field)).isEqualTo(expected.get(field));
      }
    }
    assertThat(message.get("metadata")).isEqualTo(client.metadata);
  }

  private void report(String version, String action, UiMessageClient client, JsonNode result) {
    System.out.printf(
        "%s %s: %d parts, %d texts shown, %d citations, status %s, finish %s%n",
        version,
        action,
        client.chunks.size(),
        result.get("shown").size(),
        client.citations().size(),
        result.get("status").textValue(),
        result.get("finish"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ai5", "ai6", "ai7"})
  void readARun(String version) throws IOException, InterruptedException {
    StreamedModel model =
        new StreamedModel(1, 5)
            .calls("Let me look.", UiMessageStreamTest.read("k1", "k2"))
            .calls("", UiMessageStreamTest.read("none"), UiMessageStreamTest.read("k1"))
            .answers(UiMessageStreamTest.ANSWER);
    JsonNode result = ask(version, model, "ask");
    UiMessageClient client = UiMessageClient.read(bodies.get(0));
    JsonNode message = result.get("messages").get(1);
    compare(message, client);
    assertThat(text(message)).isEqualTo(UiMessageStreamTest.NUMBERED);
    assertThat(client.checkMarks()).isEqualTo(3);
    assertThat(result.get("status").textValue()).isEqualTo("ready");
    assertThat(result.at("/finish/finishReason").asText("stop")).isEqualTo("stop");
    assertThat(texts(result.get("shown")))
        .contains("")
        .hasSizeGreaterThan(4)
        .anyMatch(text -> text.startsWith("Let me"));
    assertThat(texts(result.get("passing"))).contains("data-turn");
    report(version, "run", client, result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ai5", "ai6", "ai7"})
  void readARetry(String version) throws IOException, InterruptedException {
    StreamedModel model =
        new StreamedModel(1, 5)
            .calls("", UiMessageStreamTest.read("k1", "k2"))
            .breaksOff("STALE ".repeat(30))
            .answers(UiMessageStreamTest.ANSWER);
    JsonNode result = ask(version, model, "ask");
    UiMessageClient client = UiMessageClient.read(bodies.get(0));
    JsonNode message = result.get("messages").get(1);
    compare(message, client);
    assertThat(text(message)).isEqualTo(UiMessageStreamTest.NUMBERED);
    assertThat(message.toString()).doesNotContain("STALE");
    assertThat(texts(result.get("shown"))).anyMatch(text -> text.startsWith("STALE"));
    assertThat(texts(result.get("passing"))).contains("data-retry");
    assertThat(result.get("status").textValue()).isEqualTo("ready");
    report(version, "retry", client, result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ai5", "ai6", "ai7"})
  void cancelARunByStopping(String version) throws IOException, InterruptedException {
    StreamedModel model =
        new StreamedModel(1, 5)
            .calls("", UiMessageStreamTest.read("k1"))
            .hangs("In Tarn, they say, and more");
    JsonNode result = ask(version, model, "stop");
    assertThat(result.get("status").textValue()).isEqualTo("ready");
    assertThat(runs.get(0).trajectory().stopReason()).isEqualTo(StopReason.CANCELLED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ai5", "ai6", "ai7"})
  void readACancelledRun(String version) throws IOException, InterruptedException {
    StreamedModel model =
        new StreamedModel(1, 5).calls("", UiMessageStreamTest.read("k1")).hangs("In Tarn, they");
    threads.execute(
        () -> {
          try {
            model.hangs.await();
            while (runs.isEmpty()) {
              Thread.sleep(10);
            }
            runs.get(0).cancel();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    JsonNode result = ask(version, model, "ask");
    UiMessageClient client = UiMessageClient.read(bodies.get(0));
    assertThat(client.isAborted).isTrue();
    compare(result.get("messages").get(1), client);
    assertThat(text(result.get("messages").get(1))).isEmpty();
    assertThat(result.at("/messages/1/metadata/stopReason").textValue()).isEqualTo("CANCELLED");
    assertThat(result.get("status").textValue()).isEqualTo("ready");
    report(version, "cancel", client, result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ai5", "ai6", "ai7"})
  void readAFailure(String version) throws IOException, InterruptedException {
    StreamedModel model =
        new StreamedModel(1, 5)
            .calls("", UiMessageStreamTest.read("k1"))
            .fails("STALE ".repeat(30), new AuthenticationException("key sk-secret is wrong"));
    JsonNode result = ask(version, model, "ask");
    UiMessageClient client = UiMessageClient.read(bodies.get(0));
    compare(result.get("messages").get(1), client);
    assertThat(result.get("status").textValue()).isEqualTo("error");
    assertThat(result.get("error").textValue())
        .isEqualTo("The model could not be reached, failed, or returned empty replies.");
    assertThat(result.at("/messages/1/metadata/stopReason").textValue()).isEqualTo("MODEL_FAILED");
    assertThat(result.toString()).doesNotContain("secret");
    report(version, "failure", client, result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ai5", "ai6", "ai7"})
  void askAgain(String version) throws IOException, InterruptedException {
    StreamedModel model =
        new StreamedModel(1)
            .calls("", UiMessageStreamTest.read("k1", "k2"))
            .answers(UiMessageStreamTest.ANSWER)
            .calls("", UiMessageStreamTest.read("k2"))
            .answers("As I said, in Tarn [k2].")
            .calls("", UiMessageStreamTest.read("k2"))
            .answers("In Tarn [k2].");
    JsonNode result = ask(version, model, "regenerate");
    assertThat(result.get("messages")).hasSize(4);
    assertThat(text(result.get("messages").get(1))).isEqualTo(UiMessageStreamTest.NUMBERED);
    assertThat(text(result.get("messages").get(3))).isEqualTo("In Tarn [1].");
    assertThat(runs.get(2).trajectory().earlier())
        .extracting(Trajectory::question)
        .containsExactly(UiMessageStreamTest.QUESTION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ai5", "ai6", "ai7"})
  void readHostileText(String version) throws IOException, InterruptedException {
    String hostile =
        "\uD83D \u2028\u0085\u0000\"\\ </script> \n\ndata: [DONE]\n\n{\"__proto__\":1} \uD83C\uDF09 ";
    StreamedModel model =
        new StreamedModel(1)
            .calls(
                "",
                ToolCall.of("__proto__", "__proto__", "{\"__proto__\":{\"a\":1}}"),
                UiMessageStreamTest.read("k1", "k2"))
            .answers(hostile + "[k2] " + hostile + "[k1]");
    JsonNode result = ask(version, model, "ask");
    UiMessageClient client = UiMessageClient.read(bodies.get(0));
    compare(result.get("messages").get(1), client);
    assertThat(client.checkMarks()).isEqualTo(2);
    assertThat(client.text()).contains("\uD83D \u2028", "{\"__proto__\":1}");
    assertThat(result.get("status").textValue()).isEqualTo("ready");
    report(version, "hostile text", client, result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"openai", "ai"})
  void readChatCompletions(String client, @TempDir Path folder)
      throws IOException, InterruptedException {
    try (Index index = Index.builder(folder.resolve("notes.arag")).openOrCreate()) {
      index.put(
          "notes",
          List.of(
              Document.of("bridge", "The Old Bridge was designed by Mira Voss."),
              Document.of("voss", "Mira Voss was born in Tarn in 1881.")));
      StreamedModel model = new StreamedModel(1);
      for (int i = 0; i < 2; i++) {
        model.fails("STALE", new AuthenticationException("the key is wrong"));
      }
      try (PageServer api = serve(Agent.builder(index, new ExtractiveChatModel()), index);
          PageServer failing = serve(Agent.builder(index, model), index)) {
        String url = api.apiAddress().toString();
        String failingUrl = failing.apiAddress().toString();
        JsonNode result =
            JSON.readTree(execute("node", "completions.mjs", client, url, "test-key", failingUrl));
        checkCompletions(client, result);
      }
    }
  }

  private static PageServer serve(Agent.Builder agent, Index index) throws IOException {
    return PageServer.builder(index, agent.build()).api(AccessToken.of("test-key")).start();
  }

  private static void checkCompletions(String client, JsonNode result) {
    String content = result.get("content").textValue();
    assertThat(content).contains("Mira Voss", "[1]", "Sources:");
    assertThat(result.get("streamed").textValue()).isEqualTo(content);
    assertThat(result.get("next").textValue()).contains("Tarn");
    List<Integer> statuses = new ArrayList<>();
    result.get("errors").forEach(each -> statuses.add(each.path("status").asInt()));
    if (client.equals("openai")) {
      assertThat(texts(result.get("models"))).containsExactly("arag");
      assertThat(result.get("final").textValue()).isEqualTo(content);
      assertThat(texts(result.get("together"))).containsExactly(content, content);
      assertThat(result.get("annotations"))
          .allMatch(each -> each.at("/url_citation/verdict").textValue().equals("SUPPORTED"))
          .isNotEmpty();
      assertThat(result.get("run").textValue()).hasSize(16);
      assertThat(result.at("/usage/prompt_tokens").asInt()).isPositive();
      assertThat(statuses).containsExactly(401, 404, 400, 500, 0);
      assertThat(result.at("/errors/4/message").textValue()).contains("the key is wrong");
      assertThat(result.at("/errors/1/code").textValue()).isEqualTo("model_not_found");
    } else {
      assertThat(result.get("reasoning").textValue()).contains("keyword_search {");
      assertThat(result.at("/usage/inputTokens").asInt()).isPositive();
      assertThat(result.get("finish").textValue()).isEqualTo("stop");
      assertThat(statuses).containsExactly(401, 404);
      assertThat(texts(result.get("failed"))).first().asString().contains("the key is wrong");
    }
  }
}

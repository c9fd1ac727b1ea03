package dev.arag.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.agent.Agent;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.web.AccessToken;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.BindException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the server over HTTP with real connections. */
class McpHttpTest {
  private final TestCorpus corpus = new TestCorpus();
  private final McpTools tools = McpTools.of(corpus).failureListener((tool, failure) -> {});
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private McpHttp server;

  @BeforeEach
  void start() throws IOException {
    server = McpHttp.start(tools, 0);
  }

  @AfterEach
  void stop() {
    server.close();
    server.close();
  }

  private HttpRequest.Builder request() {
    return HttpRequest.newBuilder(server.uri())
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream");
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String body) throws IOException, InterruptedException {
    return send(request().POST(BodyPublishers.ofString(body)));
  }

  private static String message(Object id, String method, Map<String, ?> params) {
    ObjectNode message = StdioClient.request(method, params);
    return message.set("id", StdioClient.JSON.valueToTree(id)).toString();
  }

  private static String keywords(Object id, String word) {
    return message(
        id,
        "tools/call",
        Map.of("name", "keyword_search", "arguments", Map.of("keywords", List.of(word))));
  }

  /** The reply. On a busy machine, even a short call may be answered with a stream. */
  private static JsonNode json(HttpResponse<String> response) throws IOException {
    boolean isStream =
        response.headers().firstValue("Content-Type").orElse("").equals("text/event-stream");
    String body = response.body();
    return StdioClient.JSON.readTree(
        isStream ? body.substring(body.indexOf("data: ") + "data: ".length()) : body);
  }

  private static String host(McpHttp server) {
    return "Host: 127.0.0.1:" + server.uri().getPort() + "\r\n";
  }

  @Nested
  class Protocol {
    @Test
    void legacyClientsInitializeAndCall() throws Exception {
      HttpResponse<String> hello =
          post(message(1, "initialize", Map.of("protocolVersion", "2025-06-18")));
      assertThat(json(hello).get("result").get("protocolVersion").asText()).isEqualTo("2025-06-18");
      assertThat(hello.headers().firstValue("Mcp-Session-Id").orElseThrow()).hasSize(43);
      HttpResponse<String> initialized =
          post(StdioClient.request("notifications/initialized", Map.of()).toString());
      assertThat(initialized.statusCode()).isEqualTo(202);
      assertThat(initialized.body()).isEmpty();
      assertThat(hello.headers().firstValue("Content-Type")).contains("application/json");
      assertThat(post(keywords(2, "Tarn")).body())
          .contains("born in Tarn")
          .doesNotContain("structuredContent");
      for (String version : List.of("2025-03-26", "2025-06-18", "2025-11-25")) {
        HttpResponse<String> found =
            send(
                request()
                    .header("MCP-Protocol-Version", version)
                    .POST(BodyPublishers.ofString(keywords(2, "Tarn"))));
        assertThat(json(found).get("result").has("structuredContent"))
            .isEqualTo(!version.equals("2025-03-26"));
      }
      assertThat(post("{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}").statusCode()).isEqualTo(202);
    }

    private HttpRequest.Builder modern(String method, String name, Map<String, ?> params) {
      HttpRequest.Builder request =
          request().header("MCP-Protocol-Version", "2026-07-28").header("Mcp-Method", method);
      if (!name.isEmpty()) {
        request.header("Mcp-Name", name);
      }
      return request.POST(BodyPublishers.ofString(message(1, method, params)));
    }

    @Test
    void modernClientsDiscoverAndCall() throws Exception {
      Map<String, Object> meta = Map.of("_meta", McpStdioTest.META);
      assertThat(send(modern("server/discover", "", meta)).body()).contains("supportedVersions");
      Map<String, Object> call =
          Map.of(
              "name",
              "chunk_read",
              "arguments",
              Map.of("chunk_ids", List.of("k1")),
              "_meta",
              McpStdioTest.META);
      assertThat(send(modern("tools/call", "chunk_read", call)).body()).contains("90 metres");
      assertThat(send(modern("tools/call", "=?base64?Y2h1bmtfcmVhZA==?=", call)).body())
          .contains("90 metres");
      for (String wrong :
          List.of("", "keyword_search", "=?base64?Y2h1bmtfcmVhZA?==", "CHUNK_READ")) {
        HttpResponse<String> refused = send(modern("tools/call", wrong, call));
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(json(refused).get("error").get("code").asInt()).isEqualTo(-32020);
      }
      HttpResponse<String> unknown = send(modern("ping", "", meta));
      assertThat(unknown.statusCode()).isEqualTo(404);
      assertThat(json(unknown).get("error").get("code").asInt()).isEqualTo(-32601);
      HttpResponse<String> noMeta = send(modern("tools/list", "", Map.of()));
      assertThat(noMeta.statusCode()).isEqualTo(400);
      assertThat(json(noMeta).get("error").get("code").asInt()).isEqualTo(-32602);
    }

    @Test
    void anUnknownVersionIsRefused() throws Exception {
      HttpResponse<String> refused =
          send(
              request()
                  .header("MCP-Protocol-Version", "2031-01-01")
                  .POST(BodyPublishers.ofString(message(1, "tools/list", Map.of()))));
      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(json(refused).get("error").get("data").get("requested").asText())
          .isEqualTo("2031-01-01");
    }

    @Test
    void progressIsStreamed() throws Exception {
      ScriptedChatModel model =
          ScriptedChatModel.script()
              .call("chunk_read", Map.of("chunk_ids", List.of("k2")))
              .answer("In Tarn [k2: \"born in Tarn\"].");
      try (McpHttp asking = McpHttp.start(tools.ask(Agent.builder(corpus, model).build()), 0)) {
        String body =
            message(
                "q",
                "tools/call",
                Map.of(
                    "name", "ask",
                    "arguments", Map.of("question", "Where?"),
                    "_meta", Map.of("progressToken", 5)));
        HttpRequest request =
            HttpRequest.newBuilder(asking.uri())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
        assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream");
        List<JsonNode> events = new ArrayList<>();
        for (String line : response.body().lines().filter(l -> l.startsWith("data: ")).toList()) {
          events.add(StdioClient.JSON.readTree(line.substring(6)));
        }
        assertThat(events).hasSize(4);
        assertThat(events.get(1).get("params").get("message").asText())
            .isEqualTo("Turn 1: chunk_read");
        assertThat(events.get(3).get("result").toString()).contains("SUPPORTED");
      }
    }

    @Test
    void longIdsAreNotRepeated() throws Exception {
      String id = "x".repeat(257);
      HttpResponse<String> refused = post(keywords(id, "Tarn"));
      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(json(refused).get("id").isNull()).isTrue();
      assertThat(refused.body()).contains("at most 256 characters").doesNotContain(id);
      assertThat(post(keywords("x".repeat(256), "Tarn")).body()).contains("born in Tarn");
    }
  }

  @Nested
  class Access {
    @ParameterizedTest
    @CsvSource({
      "evil.example.com, ",
      "evil.example.com:PORT, ",
      "127.0.0.1:1, ",
      "127.0.0.1.evil.com:PORT, ",
      "127.0.0.1:PORT, http://evil.example.com",
      "127.0.0.1:PORT, null",
      "localhost:PORT, http://localhost:1",
      ", ",
    })
    void otherHostsAndOriginsAreRefused(String host, String origin) throws Exception {
      assertThat(status(host, origin)).isEqualTo("HTTP/1.1 403 Forbidden");
    }

    @ParameterizedTest
    @CsvSource({
      "127.0.0.1:PORT, ",
      "localhost:PORT, ",
      "LocalHost:PORT, http://localhost:PORT",
      "[::1]:PORT, "
    })
    void theOwnHostIsServed(String host, String origin) throws Exception {
      assertThat(status(host, origin)).isEqualTo("HTTP/1.1 200 OK");
    }

    /** The JDK's client does not send other values of Host. */
    private String status(String host, String origin) throws IOException {
      String port = String.valueOf(server.uri().getPort());
      String body = keywords(1, "Tarn");
      String head =
          "POST /mcp HTTP/1.1\r\n"
              + (host == null ? "" : "Host: " + host.replace("PORT", port) + "\r\n")
              + (origin == null ? "" : "Origin: " + origin.replace("PORT", port) + "\r\n")
              + "Content-Type: application/json\r\nContent-Length: "
              + body.length()
              + "\r\nConnection: close\r\n\r\n";
      try (Socket socket = new Socket("127.0.0.1", server.uri().getPort())) {
        socket.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
        return new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
            .readLine();
      }
    }

    @Test
    void aTokenIsRequired() throws Exception {
      AccessToken token = AccessToken.random();
      try (McpHttp secured = McpHttp.start(tools, 0, token)) {
        HttpRequest.Builder request =
            HttpRequest.newBuilder(secured.uri())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(keywords(1, "Tarn")));
        HttpResponse<String> refused = send(request);
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().firstValue("WWW-Authenticate")).contains("Bearer");
        assertThat(send(request.copy().header("Authorization", "Bearer wrong")).statusCode())
            .isEqualTo(401);
        assertThat(
                send(request.copy().header("Authorization", "Bearer " + token.value()))
                    .statusCode())
            .isEqualTo(200);
      }
    }
  }

  @Nested
  class BadRequests {
    @Test
    void otherMethodsPathsAndTypesAreRefused() throws Exception {
      HttpResponse<String> get = send(request().GET());
      assertThat(get.statusCode()).isEqualTo(405);
      assertThat(get.headers().firstValue("Allow")).contains("POST, OPTIONS");
      assertThat(send(request().DELETE()).statusCode()).isEqualTo(405);
      HttpResponse<String> head =
          send(request().method("HEAD", HttpRequest.BodyPublishers.noBody()));
      assertThat(head.statusCode()).isEqualTo(405);
      assertThat(head.headers().firstValue("Content-Type")).isEmpty();
      HttpResponse<String> options =
          send(request().method("OPTIONS", HttpRequest.BodyPublishers.noBody()));
      assertThat(options.statusCode()).isEqualTo(204);
      assertThat(options.headers().map()).doesNotContainKey("access-control-allow-origin");
      HttpRequest.Builder other =
          HttpRequest.newBuilder(server.uri().resolve("/other"))
              .POST(BodyPublishers.ofString(keywords(1, "Tarn")));
      assertThat(send(other).statusCode()).isEqualTo(404);
      HttpRequest.Builder text =
          HttpRequest.newBuilder(server.uri())
              .header("Content-Type", "text/plain")
              .POST(BodyPublishers.ofString(keywords(1, "Tarn")));
      assertThat(send(text).statusCode()).isEqualTo(415);
      HttpRequest.Builder html =
          HttpRequest.newBuilder(server.uri())
              .header("Content-Type", "application/json; charset=utf-8")
              .header("Accept", "text/html")
              .POST(BodyPublishers.ofString(keywords(1, "Tarn")));
      assertThat(send(html).statusCode()).isEqualTo(406);
      assertThat(post("x".repeat((1 << 20) + 1)).statusCode()).isEqualTo(413);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"{", "[]", "3", "", "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}"})
    void badMessagesAreRefused(String body) throws Exception {
      HttpResponse<String> refused = post(body);
      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(json(refused).get("id").isNull()).isTrue();
      assertThat(json(refused).get("error").get("code").asInt()).isIn(-32700, -32600);
    }

    @Test
    void failuresContainNoTextOfTheException() throws Exception {
      assertThat(post(keywords(1, "fail")).body())
          .contains("cannot be used now")
          .doesNotContain("secret");
    }
  }

  @Nested
  class Connections {
    private static final String HEAD =
        "POST /mcp HTTP/1.1\r\nHOST\nContent-Type: application/json\r\n";

    @Test
    void parallelCallsAreAnsweredOnceEach() throws Exception {
      List<CompletableFuture<HttpResponse<String>>> responses = new ArrayList<>();
      for (int id = 0; id < 100; id++) {
        HttpRequest call = request().POST(BodyPublishers.ofString(keywords(id, "Tarn"))).build();
        responses.add(http.sendAsync(call, BodyHandlers.ofString()));
      }
      for (int id = 0; id < 100; id++) {
        JsonNode reply = json(responses.get(id).get(60, TimeUnit.SECONDS));
        assertThat(reply.get("id").asInt()).isEqualTo(id);
        assertThat(reply.toString()).contains("born in Tarn");
      }
      assertThat(corpus.mostActive.get()).as("threads").isLessThanOrEqualTo(16);
    }

    private static Socket open(McpHttp server, String request) throws IOException {
      Socket socket = new Socket("127.0.0.1", server.uri().getPort());
      socket
          .getOutputStream()
          .write(request.replace("HOST\n", host(server)).getBytes(StandardCharsets.UTF_8));
      return socket;
    }

    @Test
    void clientsThatDoNotSendAreDisconnected() throws Exception {
      try (McpHttp hurried = McpHttp.start(tools, 0, null, Duration.ofMillis(200))) {
        for (Socket other : callBesideHalfRequests(hurried)) {
          assertThat(other.getInputStream().read()).isEqualTo(-1);
          other.close();
        }
      }
    }

    @Test
    void halfRequestsDoNotKeepOthersFromBeingAnswered() throws Exception {
      try (McpHttp patient = McpHttp.start(tools, 0, null, Duration.ofMinutes(10))) {
        for (Socket other : callBesideHalfRequests(patient)) {
          other.close();
        }
      }
    }

    /** Makes a call while many clients have sent half of a request, and returns these clients. */
    private List<Socket> callBesideHalfRequests(McpHttp server) throws Exception {
      List<Socket> others = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        others.add(open(server, HEAD + "Content-Length: 9\r\n\r\n{"));
      }
      HttpRequest.Builder call =
          HttpRequest.newBuilder(server.uri())
              .timeout(Duration.ofSeconds(60))
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(keywords(1, "Tarn")));
      assertThat(send(call).body()).contains("born in Tarn");
      return others;
    }

    /** The client sends requests until the server cannot write more replies. */
    @Test
    @Timeout(60)
    void aClientThatDoesNotReadIsDisconnected() throws Exception {
      String list = message(1, "tools/list", Map.of());
      try (McpHttp hurried = McpHttp.start(tools, 0, null, Duration.ofMillis(200));
          Socket socket = open(hurried, HEAD + "Content-Length: " + list.length() + "\r\n\r\n")) {
        byte[] next =
            (list + HEAD + "Content-Length: " + list.length() + "\r\n\r\n")
                .replace("HOST\n", host(hurried))
                .getBytes(StandardCharsets.UTF_8);
        assertThatIOException()
            .isThrownBy(
                () -> {
                  while (true) {
                    socket.getOutputStream().write(next);
                  }
                });
      }
    }

    @Test
    void aUsedPortIsReported() {
      assertThatThrownBy(() -> McpHttp.start(tools, server.uri().getPort()))
          .isInstanceOf(BindException.class);
    }
  }

  @Nested
  class Cancellation {
    @Test
    void aClosedConnectionCancelsTheCall() throws Exception {
      CompletableFuture<HttpResponse<String>> call =
          http.sendAsync(
              request().POST(BodyPublishers.ofString(keywords(1, "wait"))).build(),
              BodyHandlers.ofString());
      assertThat(corpus.waiting.get().await(10, TimeUnit.SECONDS)).isTrue();
      call.cancel(true);
      assertThat(corpus.interrupted.get().await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aNotificationCancelsTheCallOfItsSessionOnly() throws Exception {
      CompletableFuture<HttpResponse<String>> call =
          http.sendAsync(
              request()
                  .header("Mcp-Session-Id", "mine")
                  .POST(BodyPublishers.ofString(keywords(1, "wait")))
                  .build(),
              BodyHandlers.ofString());
      assertThat(corpus.waiting.get().await(10, TimeUnit.SECONDS)).isTrue();
      String cancel =
          StdioClient.request("notifications/cancelled", Map.of("requestId", 1)).toString();
      post(cancel);
      send(request().header("Mcp-Session-Id", "other").POST(BodyPublishers.ofString(cancel)));
      assertThat(corpus.interrupted.get().await(300, TimeUnit.MILLISECONDS)).isFalse();
      HttpResponse<String> accepted =
          send(request().header("Mcp-Session-Id", "mine").POST(BodyPublishers.ofString(cancel)));
      assertThat(accepted.statusCode()).isEqualTo(202);
      assertThat(corpus.interrupted.get().await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(call.get(10, TimeUnit.SECONDS).body()).doesNotContain("jsonrpc");
    }

    @Test
    void closingTheServerCancelsCalls() throws Exception {
      CompletableFuture<HttpResponse<String>> unused =
          http.sendAsync(
              request().POST(BodyPublishers.ofString(keywords(1, "wait"))).build(),
              BodyHandlers.ofString());
      assertThat(corpus.waiting.get().await(10, TimeUnit.SECONDS)).isTrue();
      server.close();
      assertThat(corpus.interrupted.get().await(10, TimeUnit.SECONDS)).isTrue();
    }
  }
}

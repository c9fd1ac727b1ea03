package dev.arag.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.agent.Agent;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.openai.internal.ChatServer;
import dev.langchain4j.model.chat.ChatModel;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests endpoints that are configured in code, with a real HTTP server on the loopback address. */
class OpenAiCompatibleBuilderTest {
  private static final String KEY = "sk-proj-9aZ3kQ81mWx7RtB2vLp6";
  private static final Corpus CORPUS =
      InMemoryCorpus.of(Document.of("k1", "The Old Bridge was designed by Mira Voss."));

  private final ChatServer server = new ChatServer();

  @AfterEach
  void stop() {
    server.close();
  }

  private OpenAiCompatible.Builder endpoint() {
    return OpenAiCompatible.builder().baseUrl(server.baseUrl()).apiKey(KEY).model("tiny-1");
  }

  @Test
  void sendsEverySetting() {
    ChatModel model =
        endpoint()
            .header("X-Team", "search")
            .header("x-team", "retrieval")
            .temperature(0.25)
            .maxOutputTokens(700)
            .reasoningEffort("low")
            .parallelToolCalls(false)
            .extraBody(Map.of("top_k", 20, "chat_template_kwargs", Map.of("thinking", false)))
            .timeout(Duration.ofMinutes(20))
            .build()
            .chatModel();
    assertSendsEverySetting(Agent.builder(CORPUS, model).build());
  }

  @Test
  void sendsEverySettingInAStream() {
    var model =
        endpoint()
            .header("X-Team", "retrieval")
            .temperature(0.25)
            .maxOutputTokens(700)
            .reasoningEffort("low")
            .parallelToolCalls(false)
            .extraBody(Map.of("top_k", 20, "chat_template_kwargs", Map.of("thinking", false)))
            .build()
            .streamingChatModel();
    assertSendsEverySetting(Agent.builder(CORPUS, model).build());
    assertThat(server.requests()).allMatch(request -> request.body().path("stream").asBoolean());
  }

  private void assertSendsEverySetting(Agent agent) {
    server
        .calls(ChatServer.call("c1", "keyword_search", "{\"keywords\":[\"Mira Voss\"]}"))
        .text("Mira Voss [k1]");
    assertThat(agent.ask("Who designed the bridge?").shortAnswer()).isEqualTo("Mira Voss");
    assertThat(server.requests()).hasSize(2);
    for (ChatServer.Request request : server.requests()) {
      assertThat(request.headers().get("X-team")).containsExactly("retrieval");
      assertThat(request.headers().getFirst("Authorization")).isEqualTo("Bearer " + KEY);
      JsonNode body = request.body();
      assertThat(body.path("model").asText()).isEqualTo("tiny-1");
      assertThat(body.path("temperature").asDouble()).isEqualTo(0.25);
      assertThat(body.path("max_tokens").asInt()).isEqualTo(700);
      assertThat(body.path("reasoning_effort").asText()).isEqualTo("low");
      assertThat(body.path("top_k").asInt()).isEqualTo(20);
      assertThat(body.path("parallel_tool_calls").asBoolean(true)).isFalse();
      assertThat(body.path("chat_template_kwargs").path("thinking").isBoolean()).isTrue();
      assertThat(body.path("messages")).isNotEmpty();
    }
  }

  @Test
  void sendsOnlyRequiredFieldsByDefault() {
    server.text("yes");
    OpenAiCompatible endpoint =
        OpenAiCompatible.builder().baseUrl(server.baseUrl()).model("tiny-1").build();
    assertThat(endpoint.chatModel().chat("?")).isEqualTo("yes");
    ChatServer.Request request = server.requests().get(0);
    assertThat(request.headers().containsKey("Authorization")).isFalse();
    assertThat(request.body().fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("model", "messages", "stream");
  }

  @Test
  void sendsACustomAuthorizationHeaderAndRedactsItsSecret() {
    String secret = "dXNlcjpwYXNzd29yZDEyMw==";
    ChatModel model =
        OpenAiCompatible.builder()
            .baseUrl(server.baseUrl())
            .model("tiny-1")
            .header("Authorization", "Basic " + secret)
            .header("user-agent", "acme")
            .build()
            .chatModel();
    server.answers(401, "{\"error\":{\"message\":\"not " + secret + "\"}}");
    assertThat(stackTrace(catchThrowable(() -> model.chat("?"))))
        .contains("not [key]")
        .doesNotContain(secret);
    assertThat(server.requests().get(0).headers().get("Authorization"))
        .containsExactly("Basic " + secret);
    assertThat(server.requests().get(0).headers().get("User-Agent")).containsExactly("acme");
  }

  @Test
  void replacesAFieldThatTheModelSends() {
    server.text("yes");
    endpoint().temperature(1).extraBody(Map.of("temperature", 0)).build().chatModel().chat("?");
    assertThat(server.requests().get(0).body().path("temperature").asDouble()).isZero();
  }

  @Test
  void tellsTheAgentTheContextWindow() {
    OpenAiCompatible endpoint = endpoint().contextTokens(4_096).build();
    assertThat(endpoint.contextTokens()).hasValue(4_096);
    server.text("Mira Voss [k1]").text("Mira Voss [k1]");
    Agent agent =
        Agent.builder(CORPUS, endpoint.chatModel())
            .strategy((question, run) -> "" + run.remaining().contextTokens())
            .build();
    assertThat(agent.ask("?").text()).isEqualTo("4096");
  }

  @Test
  void usesOpenAiIfOnlyAKeyIsSet() {
    OpenAiCompatible endpoint = OpenAiCompatible.builder().apiKey(KEY).model("gpt-5-mini").build();
    assertThat(endpoint).hasToString("gpt-5-mini at https://api.openai.com/v1");
  }

  /** Where a key can be passed by mistake. Each consumer builds the endpoint and uses it. */
  static Stream<Consumer<String>> misplacedKeys() {
    return Stream.of(
        key -> use(OpenAiCompatible.of("http://localhost:1/v1", key, "tiny-1")),
        key -> use(OpenAiCompatible.of(key, "tiny-1", "http://localhost:1/v1")),
        key -> use(OpenAiCompatible.of(key, "http://localhost:1/v1", "tiny-1")),
        key -> use(OpenAiCompatible.of("tiny-1", key, "http://localhost:1/v1")),
        key -> use(OpenAiCompatible.of("http://localhost:1/v1/" + key, "tiny-1", "")),
        key -> use(OpenAiCompatible.of("http://" + key + ":1/v1", "tiny-1", "")),
        key -> use(OpenAiCompatible.of("http://localhost:1/v1/" + key, "tiny-1", key)),
        key -> use(OpenAiCompatible.of("http://localhost:1/v1?key=" + key, "tiny-1", key)),
        key -> use(OpenAiCompatible.of("http://" + key + "@localhost:1/v1", "tiny-1", key)),
        key -> use(OpenAiCompatible.of("http://localhost:1/v1", "Bearer " + key, "")),
        key -> use(OpenAiCompatible.of("http://localhost:1/v1", "m", "Bearer " + key)),
        key -> use(OpenAiCompatible.of("http://localhost:1/v1", "my-" + key, key)),
        key -> use(from("ARAG_REASONING_EFFORT", key)),
        key -> use(from("ARAG_CONTEXT_TOKENS", key)),
        key -> use(from("ARAG_REQUEST_TIMEOUT", key)),
        key -> use(local().apiKey(key).model(key).build()),
        key -> use(local().model("m").reasoningEffort(key).build()),
        key -> use(local().model("m").header(key, "X-Key").build()),
        key -> use(local().model("m").header("X-Key", key + "\n" + key).build()),
        key -> use(local().model("m").header("X-Key", key).build()),
        key -> use(local().model("m").extraBody(Map.of(key, new Object())).build()),
        key -> use(local().model("m").extraBody(Map.of("x", new Unwritable(key))).build()),
        key -> use(local().model("m").apiKey(key).header("Authorization", key).build()));
  }

  private static OpenAiCompatible.Builder local() {
    return OpenAiCompatible.builder().baseUrl("http://localhost:1/v1");
  }

  private static OpenAiCompatible from(String name, String value) {
    return OpenAiCompatible.of(
        Map.of("ARAG_BASE_URL", "http://localhost:1/v1", "ARAG_MODEL", "m", name, value));
  }

  /** Cannot be written as JSON. */
  public record Unwritable(String secret) {
    public Object getSelf() {
      throw new IllegalStateException(secret);
    }
  }

  /** Uses an endpoint and throws an exception that contains everything that became visible. */
  private static void use(OpenAiCompatible endpoint) {
    Agent agent = Agent.builder(CORPUS, endpoint.chatModel()).modelRetries(0).build();
    try {
      agent.ask("Who?");
    } catch (NoAnswerException e) {
      throw new IllegalStateException(endpoint + " " + e.trajectory().toJson(), e);
    }
  }

  @ParameterizedTest
  @MethodSource("misplacedKeys")
  void neverShowsAMisplacedKey(Consumer<String> mistake) {
    for (String key :
        List.of(KEY, "gsk_8Hd73jfKq0aZx52LmWvR", "4f9a1c7e02b84d6fa5c3e1907b2d8f64")) {
      List<String> logged = new ArrayList<>();
      Throwable failure = withLog(logged, () -> catchThrowable(() -> mistake.accept(key)));
      assertThat(failure).isNotNull();
      assertThat(stackTrace(failure)).doesNotContain(key);
      assertThat(logged).noneMatch(line -> line.contains(key));
    }
  }

  private static <T> T withLog(List<String> lines, java.util.function.Supplier<T> work) {
    Logger logger = Logger.getLogger("dev.arag");
    Level before = logger.getLevel();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            lines.add(line.getMessage() + " " + stackTrace(line.getThrown()));
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.setLevel(Level.ALL);
    logger.addHandler(handler);
    try {
      return work.get();
    } finally {
      logger.removeHandler(handler);
      logger.setLevel(before);
    }
  }

  private static String stackTrace(Throwable failure) {
    StringWriter text = new StringWriter();
    if (failure != null) {
      failure.printStackTrace(new PrintWriter(text, true));
    }
    return text.toString();
  }

  @Test
  void redactsSecretsThatTheServerRepeats() {
    ChatModel model =
        endpoint()
            .header("X-Api-Key", "tenant-secret-000000001")
            .extraBody(
                Map.of(
                    "X-Api-Key",
                    "guard-secret-000000002",
                    "guard",
                    Map.of("servers", List.of(Map.of("token", "guard-secret-000000003")))))
            .build()
            .chatModel();
    server.answers(
        401,
        "{\"error\":{\"message\":\"no tenant-secret-000000001 guard-secret-000000002"
            + " guard-secret-000000003\"}}");
    assertThat(stackTrace(catchThrowable(() -> model.chat("?"))))
        .contains("no [key] [key] [key]")
        .doesNotContain("tenant-secret", "guard-secret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gpt-4o-mini-2024-07-18",
        "ft:gpt-4o-mini-2024-07-18:acme:custom:A1b2C3d4",
        "meta-llama/Llama-3.3-70B-Instruct",
        "qwen3-30b-a3b-instruct-2507-q4_k_m",
        "hf.co/bartowski/Llama-3.2-3B-Instruct-GGUF:Q4_K_M",
        "@cf/meta/llama-3.1-8b-instruct",
        "anthropic.claude-3-5-sonnet-20241022-v2:0",
        "accounts/fireworks/models/llama-v3p1-405b-instruct",
        "arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/ab12cd34ef56",
        "/models/nousresearchhermes3llama318b.gguf",
        "mistral7binstructv03q4km",
        "sk-telecom/ax-4-light",
        "6f1c2f4e-8a3b-4d5c-9e7f-0a1b2c3d4e5f",
        "llama3.2"
      })
  void acceptsNamesOfModels(String model) {
    OpenAiCompatible endpoint = local().apiKey("ollama").model(model).build();
    assertThat(endpoint).hasToString(model + " at http://localhost:1/v1");
  }

  /** Null, blank and invalid arguments, with the name that the message contains. */
  static Stream<Map.Entry<String, Runnable>> invalidArguments() {
    Map<String, Runnable> calls = new HashMap<>();
    OpenAiCompatible.Builder builder = OpenAiCompatible.builder();
    for (String text : new String[] {null, " "}) {
      String kind = text == null ? "null " : "blank ";
      calls.put(kind + "baseUrl", () -> builder.baseUrl(text));
      calls.put(kind + "apiKey", () -> builder.apiKey(text));
      calls.put(kind + "model", () -> builder.model(text));
      calls.put(kind + "reasoningEffort", () -> builder.reasoningEffort(text));
      calls.put(kind + "name", () -> builder.header(text, "x"));
      calls.put(kind + "value", () -> builder.header("x", text));
    }
    calls.put("null timeout", () -> builder.timeout(null));
    calls.put("zero timeout", () -> builder.timeout(Duration.ZERO));
    calls.put("null fields", () -> builder.extraBody(null));
    calls.put("reserved messages", () -> builder.extraBody(Map.of("messages", List.of())));
    calls.put("reserved stream", () -> builder.extraBody(Map.of("stream", true)));
    calls.put("invalid Host", () -> builder.header("Host", "x"));
    calls.put("invalid a b", () -> builder.header("a b", "x"));
    calls.put("invalid temperature", () -> builder.temperature(Double.NaN));
    calls.put("high temperature", () -> builder.temperature(2.1));
    calls.put("zero maxOutputTokens", () -> builder.maxOutputTokens(0));
    calls.put("small contextTokens", () -> builder.contextTokens(1));
    calls.put("missing model", () -> OpenAiCompatible.builder().apiKey(KEY).build());
    calls.put("missing baseUrl", () -> OpenAiCompatible.builder().model("m").build());
    calls.put("of baseUrl", () -> OpenAiCompatible.of(null, "m", ""));
    calls.put("of model", () -> OpenAiCompatible.of("http://h/v1", null, ""));
    calls.put("of apiKey", () -> OpenAiCompatible.of("http://h/v1", "m", null));
    calls.put("from environment", () -> OpenAiCompatible.of(null));
    calls.put("isConfigured environment", () -> OpenAiCompatible.isConfigured(null));
    calls.put(
        "with timeout", () -> OpenAiCompatible.of("http://h/v1", "m", "").withRequestTimeout(null));
    return calls.entrySet().stream();
  }

  @ParameterizedTest
  @MethodSource("invalidArguments")
  void namesAnInvalidArgumentAtOnce(Map.Entry<String, Runnable> call) {
    String name = call.getKey().substring(call.getKey().indexOf(' ') + 1);
    assertThatThrownBy(() -> call.getValue().run())
        .isInstanceOfAny(NullPointerException.class, IllegalArgumentException.class)
        .hasMessageContaining(name);
  }
}

package dev.arag.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.arag.agent.Agent;
import dev.arag.agent.Conversation;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.answer.TypedAnswer;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.micrometer.MicrometerRunObserver;
import dev.arag.openai.OpenAiCompatible;
import dev.arag.openai.internal.ChatServer;
import dev.arag.web.TrajectoryPage;
import dev.langchain4j.model.chat.ChatModel;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs agents with a unique API key against a server that repeats the key in replies and errors. No
 * result, exception, log line, metric or file that the library produces may contain the key.
 */
class SecretsTest {
  private static final String KEY = "canary-7Hq2Zt9LwXv4Bn8MpR5c";

  /** The start of the key. Not even this part of the key may appear anywhere. */
  private static final String PART = KEY.substring(0, 12);

  /**
   * Strong references keep the loggers from being garbage-collected, which would reset their
   * levels.
   */
  private static final List<Logger> LIBRARIES =
      Stream.of("dev.arag.agent.Run", "dev.arag.agent.model", "dev.arag.openai", "dev.langchain4j")
          .map(Logger::getLogger)
          .toList();

  private final ChatServer server = new ChatServer();
  private int retries;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final StringBuffer logged = new StringBuffer();
  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final InMemoryMetricReader metrics = InMemoryMetricReader.create();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final OpenTelemetrySdk telemetry =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(spans))
                  .build())
          .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(metrics).build())
          .build();
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          logged.append(new SimpleFormatter().format(line));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @TempDir Path folder;

  @BeforeEach
  void listen() {
    PrintStream heard = new PrintStream(printed, true, StandardCharsets.UTF_8);
    System.setOut(heard);
    System.setErr(heard);
    root().addHandler(handler);
    root().setLevel(Level.ALL);
    LIBRARIES.forEach(this::listenTo);
    handler.setLevel(Level.ALL);
  }

  @AfterEach
  void stop() {
    System.setOut(out);
    System.setErr(err);
    root().removeHandler(handler);
    root().setLevel(Level.INFO);
    LIBRARIES.forEach(this::leave);
    telemetry.close();
    server.close();
  }

  /**
   * Attaches the handler directly to the logger, because the root logger would also print all
   * lines.
   */
  private void listenTo(Logger library) {
    library.addHandler(handler);
    library.setUseParentHandlers(false);
    library.setLevel(Level.ALL);
  }

  private void leave(Logger library) {
    library.removeHandler(handler);
    library.setUseParentHandlers(true);
    library.setLevel(Level.OFF);
  }

  private static Logger root() {
    return LogManager.getLogManager().getLogger("");
  }

  private OpenAiCompatible endpoint() {
    return OpenAiCompatible.of(
        Map.of("ARAG_BASE_URL", server.baseUrl(), "ARAG_MODEL", "tiny-1", "ARAG_API_KEY", KEY));
  }

  /** Runs an agent and returns all text that the run produces. */
  private String traces() {
    List<String> traces = new ArrayList<>();
    ChatModel model = endpoint().chatModel();
    traces.add(model.toString() + model.defaultRequestParameters() + model.listeners());
    traces.add(endpoint().toString());
    Agent agent =
        Agent.builder(
                InMemoryCorpus.of(Document.of("k2", "Mira Voss was born in Tarn in 1881.")), model)
            .listener(event -> traces.add(event.toString()))
            .observer(OpenTelemetryRunObserver.of(telemetry).withContent().named("canary's agent"))
            .observer(MicrometerRunObserver.of(meters))
            .modelRetries(retries)
            .build();
    traces.add(agent.toString());
    try {
      Answer answer = agent.ask("Where was Mira Voss born?");
      traces.add(answer.toString() + answer.warnings() + answer.citations());
      addAll(traces, answer.trajectory());
    } catch (NoAnswerException e) {
      traces.add(everything(e));
      addAll(traces, e.trajectory());
    }
    traces.add(printed.toString(StandardCharsets.UTF_8));
    assertThat(logged.toString()).contains("The run ended", "Turn 1");
    traces.add(logged.toString());
    assertThat(spans.getFinishedSpanItems()).hasSizeGreaterThan(1);
    traces.add(spans.getFinishedSpanItems().toString());
    traces.add(metrics.collectAllMetrics().toString());
    traces.add(meters.getMetersAsString());
    return String.join("\n", traces);
  }

  private void addAll(List<String> traces, Trajectory run) {
    Path json = folder.resolve("run.json");
    Path html = folder.resolve("run.html");
    run.writeJson(json);
    TrajectoryPage.write(run, html);
    try {
      traces.add(run.toString() + run.steps() + run.usage());
      traces.add(Files.readString(json));
      traces.add(Files.readString(html));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String everything(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  private static String search() {
    return ChatServer.call("c1", "keyword_search", "{\"keywords\":[\"Mira Voss\"]}");
  }

  @Test
  void sendsTheKeyButDoesNotStoreIt() {
    server.calls(search()).text("Tarn [k2]");
    assertThat(traces()).contains("Tarn").doesNotContain(PART);
    assertThat(server.requests().get(1).headers().getFirst("Authorization")).endsWith(KEY);
    assertThat(server.requests().get(1).body().toString()).doesNotContain(PART);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 422, 429, 500, 503})
  void redactsTheKeyInAnError(int status) {
    String error = "{\"error\":{\"message\":\"Incorrect API key provided: " + KEY + "\"}}";
    server.calls(search());
    retries = status == 500 ? 1 : 0;
    for (int i = 0; i < 12; i++) {
      server.answers(status, error);
    }
    assertThat(traces()).contains("Incorrect API key").doesNotContain(PART);
  }

  @Test
  void redactsTheKeyInATruncatedError() {
    for (int before = 255; before < 300; before += 11) {
      String error = "{\"error\":{\"message\":\"" + "x".repeat(before) + KEY + "\"}}";
      for (int i = 0; i < 12; i++) {
        server.answers(401, error);
      }
      assertThat(traces()).contains("xxx").doesNotContain(PART);
    }
  }

  @ParameterizedTest(
      name =
          "body {index}") // The name omits the arguments, so that no test report contains the key.
  @ValueSource(
      strings = {
        "<html>Authorization: Bearer " + KEY + "</html>",
        "{\"error\":\"Bearer " + KEY + "\"}",
        "{\"choices\":[],\"debug\":\"" + KEY + "\"}",
        "{\"choices\":[{\"message\":\"" + KEY + "\"}]}",
        "{\"" + KEY + "\":1}",
        "Bearer " + KEY
      })
  void redactsTheKeyInAnInvalidBody(String body) {
    for (int i = 0; i < 12; i++) {
      server.answers(200, body);
    }
    assertThat(traces()).contains("MODEL_FAILED").doesNotContain(PART);
  }

  @Test
  void redactsTheKeyInAReply() {
    server
        .calls(ChatServer.call("c1", "keyword_search", "{\"keywords\":[\"" + KEY + "\"]}"))
        .text("Your key is " + KEY + " [k2]");
    assertThat(traces()).contains("Your key is").doesNotContain(PART);
  }

  /** Returns the key as encodings write it, each with a part that may not appear anywhere. */
  static Stream<Arguments> encodedKeys() {
    String escaped = KEY.replace("-", "\\u002d");
    String percent = hex("%%%02x");
    Stream<Arguments> base64 =
        Stream.of("", ":", "x:")
            .map(before -> (before + KEY).getBytes(StandardCharsets.UTF_8))
            .map(text -> Base64.getEncoder().encodeToString(text))
            .map(text -> arguments(text, text.substring(8, 24)));
    return Stream.concat(
        Stream.of(
            arguments(escaped, "7Hq2Z"),
            arguments(escaped.replace("\\", "\\\\"), "7Hq2Z"),
            arguments(hex("\\u%04x"), "u0037"),
            arguments(percent, "%37"),
            arguments(percent.replace("%", "%25"), "37%25")),
        base64);
  }

  private static String hex(String format) {
    return KEY.chars().mapToObj(format::formatted).collect(Collectors.joining());
  }

  private static String quoted(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }

  @ParameterizedTest(name = "form {index}")
  @MethodSource("encodedKeys")
  void redactsAnEncodedKey(String form, String part) {
    server
        .calls(ChatServer.call("c1", "keyword_search", "{\"keywords\":[\"" + form + "\"]}"))
        .text("Your key is " + form + " [k2]");
    assertThat(traces()).contains("Your key is").doesNotContain(part, PART);
    String inner = "{\"error\":{\"message\":\"Incorrect API key: " + form + "\"}}";
    for (int i = 0; i < 12; i++) {
      server.answers(401, "{\"error\":{\"metadata\":{\"raw\":\"" + quoted(inner) + "\"}}}");
    }
    assertThat(traces()).contains("Incorrect API key").doesNotContain(part, PART);
  }

  /** The type of the typed answer. */
  record TextValue(String text) {}

  @Test
  void redactsTheKeyInATypedAnswerAndInAConversation() {
    server
        .calls(search())
        .text("Tarn [k2: \"born in Tarn\"]")
        .text("{\"text\": \"" + KEY + "\"}")
        .calls(search())
        .text("In 1881, " + KEY + " [k2: \"in 1881\"]");
    List<String> traces = new ArrayList<>();
    Conversation conversation =
        Agent.builder(
                InMemoryCorpus.of(Document.of("k2", "Mira Voss was born in Tarn in 1881.")),
                endpoint().chatModel())
            .listener(event -> traces.add(event.toString()))
            .build()
            .conversation();
    TypedAnswer<TextValue> typed = conversation.ask("Where was Mira Voss born?", TextValue.class);
    traces.add(typed.toString() + typed.unseenTerms() + typed.answer().warnings());
    Answer next = conversation.ask("And when?");
    traces.add(next.toString() + next.warnings() + next.citations());
    addAll(traces, next.trajectory());
    traces.add(printed.toString(StandardCharsets.UTF_8) + logged);
    assertThat(typed.value().text()).isEqualTo("[key]");
    assertThat(String.join("\n", traces)).contains("In 1881, [key]").doesNotContain(PART);
  }

  @Test
  void redactsTheKeyIfTheServerIsUnreachable() {
    server.close();
    assertThat(traces()).contains("MODEL_FAILED").doesNotContain(PART);
  }
}

package dev.arag.openai.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.openai.OpenAiCompatible;
import dev.langchain4j.model.chat.ChatModel;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which failures are retried, when, and how often, with a real HTTP server. */
class RetriesTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(Document.of("k2", "Mira Voss was born in Tarn in 1881."));
  private static final String QUESTION = "Where was Mira Voss born?";
  private static final byte[] WHOLE = Recording.ALL.get(0).bytes();

  private final Deque<byte[]> script = new ArrayDeque<>();
  private final List<String> bodies = new ArrayList<>();
  private final List<RunEvent> received = new ArrayList<>();
  private final ByteServer server = new ByteServer(this::play);

  private synchronized boolean play(String body, Socket socket) throws IOException {
    bodies.add(body);
    byte[] next = script.size() > 1 ? script.remove() : script.element();
    socket.getOutputStream().write(saidToBeLast(next));
    return false;
  }

  /**
   * Announces that the connection will be closed. Without this header, a client might send the next
   * request over a connection that the server is closing.
   */
  private static byte[] saidToBeLast(byte[] response) {
    return new String(response, StandardCharsets.ISO_8859_1)
        .replaceFirst("\r\n", "\r\nConnection: close\r\n")
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private RetriesTest answers(byte[]... responses) {
    script.addAll(List.of(responses));
    return this;
  }

  private Agent.Builder agent() {
    ChatModel model =
        OpenAiCompatible.of(server.baseUrl(), "tiny-1", "canary-7Hq2Zt9LwXv4Bn8MpR5c").chatModel();
    return Agent.builder(CORPUS, model)
        .strategy((question, run) -> run.complete(question))
        .listener(received::add);
  }

  private NoAnswerException askWithoutAnswer(Agent.Builder agent) {
    return catchThrowableOfType(NoAnswerException.class, () -> agent.build().ask(QUESTION));
  }

  private static byte[] error(int status, String headers) {
    return ByteServer.json(status, headers, "{\"error\":{\"message\":\"busy\"}}");
  }

  private List<Duration> pauses() {
    return received.stream()
        .filter(RunEvent.Retrying.class::isInstance)
        .map(event -> ((RunEvent.Retrying) event).pause())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 409, 429, 500, 502, 503, 504, 529})
  void retriesATransientError(int status) {
    answers(error(status, "Retry-After-Ms: 5\r\n"), error(status, "Retry-After: 0\r\n"), WHOLE);
    Answer answer = agent().build().ask(QUESTION);
    assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(bodies).hasSize(3);
    assertThat(bodies.get(1)).isEqualTo(bodies.get(0));
    assertThat(pauses()).containsExactly(Duration.ofMillis(5), Duration.ZERO);
    assertThat(answer.usage().turns()).isEqualTo(1);
    assertThat(answer.trajectory().steps())
        .extracting(step -> step.getClass().getSimpleName())
        .containsExactly("Retry", "Retry", "ModelCall");
    Step.Retry first = (Step.Retry) answer.trajectory().steps().get(0);
    assertThat(first.error()).contains("HTTP " + status).contains("busy");
    assertThat(first.turn()).isEqualTo(1);
  }

  @Test
  void limitsTheNumberOfRetries() {
    answers(error(503, "Retry-After-Ms: 1\r\n"));
    NoAnswerException failure = askWithoutAnswer(agent().modelRetries(4));
    assertThat(failure.stopReason()).isEqualTo(StopReason.MODEL_FAILED);
    assertThat(failure.isRetriable()).isTrue();
    assertThat(bodies).hasSize(5);
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 400, 401, 402, 403, 404, 405, 407, 413, 415, 422, 501})
  void doesNotRetryAPermanentError(int status) {
    answers(error(status, "Retry-After-Ms: 1\r\n"), WHOLE);
    NoAnswerException failure = askWithoutAnswer(agent());
    assertThat(failure.stopReason()).isEqualTo(StopReason.MODEL_FAILED);
    assertThat(failure.isRetriable()).isFalse();
    assertThat(bodies).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "429, insufficient_quota, 'You exceeded your current quota, please check your plan'",
    "402, , 'Insufficient Balance'",
    "429, billing_hard_limit_reached, 'billing_hard_limit_reached'"
  })
  void doesNotRetryAfterTheQuotaIsExhausted(int status, String code, String message) {
    String body =
        "{\"error\":{\"message\":\"%s\",\"type\":\"%s\",\"code\":\"%s\"}}"
            .formatted(message, code, code);
    answers(ByteServer.json(status, "Retry-After-Ms: 1\r\n", body), WHOLE);
    assertThat(askWithoutAnswer(agent())).hasMessageContaining("has no quota left");
    assertThat(bodies).hasSize(1);
  }

  @Test
  void doesNotRetryIfTheServerForbidsIt() {
    answers(error(503, "X-Should-Retry: false\r\n"), WHOLE);
    assertThat(askWithoutAnswer(agent()).stopReason()).isEqualTo(StopReason.MODEL_FAILED);
    assertThat(bodies).hasSize(1);
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void increasesThePauseWithJitterIfThereIsNoValidRetryHeader() {
    answers(error(500, "Retry-After: soon\r\n"), error(500, "Retry-After: -3\r\n"), WHOLE);
    assertThat(agent().build().ask(QUESTION).isComplete()).isTrue();
    assertThat(pauses().get(0)).isBetween(Duration.ofMillis(375), Duration.ofMillis(500));
    assertThat(pauses().get(1)).isBetween(Duration.ofMillis(750), Duration.ofMillis(1000));
  }

  @Test
  void reportsAPauseThatIsTooLong() {
    answers(error(429, "Retry-After: 86400\r\n"), WHOLE);
    NoAnswerException failure = askWithoutAnswer(agent());
    assertThat(failure.stopReason()).isEqualTo(StopReason.MODEL_FAILED);
    assertThat(failure).hasMessageContaining("86400 s");
    assertThat(bodies).hasSize(1);
  }

  @Test
  void reportsAPauseBeyondTheDeadline() {
    answers(error(429, "Retry-After: 30\r\n"), WHOLE);
    Budget budget = Budget.builder().timeout(Duration.ofSeconds(20)).build();
    long start = System.nanoTime();
    NoAnswerException failure = askWithoutAnswer(agent().budget(budget));
    assertThat(failure).hasMessageContaining("30 s").hasMessageContaining("deadline");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void endsThePauseBetweenAttemptsWhenCancelled() throws InterruptedException {
    answers(error(429, "Retry-After: 30\r\n"));
    CountDownLatch sleeps = new CountDownLatch(1);
    Run run = agent().listener(event -> countRetry(event, sleeps)).build().start(QUESTION);
    assertThat(sleeps.await(60, TimeUnit.SECONDS)).isTrue();
    long start = System.nanoTime();
    run.cancel();
    NoAnswerException failure = catchThrowableOfType(NoAnswerException.class, run::answer);
    assertThat(failure.stopReason()).isEqualTo(StopReason.CANCELLED);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
  }

  private static void countRetry(RunEvent event, CountDownLatch retries) {
    if (event instanceof RunEvent.Retrying) {
      retries.countDown();
    }
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void retriesAfterALostConnection() {
    answers("HTTP/1.1 200 OK\r\nContent-Le".getBytes(StandardCharsets.UTF_8), WHOLE);
    assertThat(agent().build().ask(QUESTION).isComplete()).isTrue();
    assertThat(bodies).hasSize(2);
  }

  private static final List<String> NO_REPLIES =
      List.of(
          "",
          "  \r\n",
          "{\"choices\":[]}",
          "{\"choices\":null}",
          "{\"choices\":[{\"message\":null}]}",
          "{\"choices\":[{\"message\":{\"content\":\"In Ta",
          "{\"choices\":[{\"message\":{\"content\":\"In Ta\" \"rn\"}}]}",
          "{\"error\":{\"code\":502,\"message\":\"upstream went away\"}}",
          "{\"choices\":[{\"error\":{\"code\":503},\"message\":{\"content\":\"In\"}}]}",
          "{\"choices\":[{\"finish_reason\":\"error\",\"message\":{\"content\":\"In\"}}]}");

  /** All bodies are tested concurrently in one test, because each retry waits for half a second. */
  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void retriesASuccessfulResponseWithoutAReply() {
    Map<String, Run> runs = new HashMap<>();
    List<ByteServer> servers = new ArrayList<>();
    for (String body : NO_REPLIES) {
      AtomicInteger requests = new AtomicInteger();
      ByteServer own =
          new ByteServer(
              (request, socket) -> {
                boolean isFirst = requests.incrementAndGet() == 1;
                socket.getOutputStream().write(isFirst ? ByteServer.json(200, "", body) : WHOLE);
                return false;
              });
      servers.add(own);
      ChatModel model = OpenAiCompatible.of(own.baseUrl(), "tiny-1", "").chatModel();
      runs.put(
          body,
          Agent.builder(CORPUS, model)
              .strategy((question, run) -> run.complete(question))
              .build()
              .start(QUESTION));
    }
    runs.forEach(
        (body, run) -> assertThat(run.answer().text()).as(body).isEqualTo(Recording.ANSWER));
    assertThat(servers).allSatisfy(own -> assertThat(own.requests()).isEqualTo(2));
    servers.forEach(ByteServer::close);
  }

  @Test
  void doesNotRetryAfterAWebPage() {
    answers(ByteServer.json(200, "", "<!doctype html><title>Sign in</title>"), WHOLE);
    assertThat(askWithoutAnswer(agent()))
        .hasMessageContaining("a web page")
        .hasMessageContaining("Check the base URL");
    assertThat(bodies).hasSize(1);
  }

  @Test
  void doesNotQuoteTheWebPageOfAProxy() {
    answers(ByteServer.json(502, "", "<html><body>Bad \u001b[31mGateway</body></html>"));
    assertThat(askWithoutAnswer(agent().modelRetries(0)))
        .hasMessageContaining("HTTP 502")
        .hasMessageNotContaining("<")
        .hasMessageNotContaining("\u001b");
  }

  @Test
  void rejectsABodyThatIsTooLarge() {
    String filler = "x".repeat(1024 * 1024);
    answers(Recording.lengthDelimited(Recording.completion(filler, "stop")));
    assertThat(askWithoutAnswer(agent().modelRetries(0)))
        .hasMessageContaining("larger than 1048576 bytes");
  }

  @Test
  void rejectsEndlessHeaders() {
    byte[] header = ("X-More: " + "y".repeat(8_000) + "\r\n").getBytes(StandardCharsets.UTF_8);
    ByteServer endless =
        new ByteServer(
            (body, socket) -> {
              socket
                  .getOutputStream()
                  .write("HTTP/1.1 200 OK\r\n".getBytes(StandardCharsets.UTF_8));
              for (int i = 0; i < 100_000; i++) {
                socket.getOutputStream().write(header);
              }
              return false;
            });
    try (endless) {
      ChatModel model = OpenAiCompatible.of(endless.baseUrl(), "tiny-1", "").chatModel();
      Agent agent = Agent.builder(CORPUS, model).modelRetries(0).build();
      NoAnswerException failure =
          catchThrowableOfType(NoAnswerException.class, () -> agent.ask(QUESTION));
      assertThat(failure.stopReason()).isEqualTo(StopReason.MODEL_FAILED);
    }
  }

  @Test
  void reportsAContentFilterAsARefusalWithoutARetry() {
    answers(
        ByteServer.json(
            400,
            "",
            "{\"error\":{\"code\":\"content_filter\",\"message\":\"The prompt was filtered\"}}"),
        WHOLE);
    NoAnswerException failure = askWithoutAnswer(agent());
    assertThat(failure.stopReason()).isEqualTo(StopReason.REFUSED);
    assertThat(bodies).hasSize(1);
  }

  @Test
  void reportsARefusalInTheMessage() {
    answers(
        Recording.lengthDelimited(
            "{\"choices\":[{\"message\":{\"content\":null,\"refusal\":\"I cannot help\"},"
                + "\"finish_reason\":\"stop\"}]}"),
        WHOLE);
    NoAnswerException failure = askWithoutAnswer(agent());
    assertThat(failure.stopReason()).isEqualTo(StopReason.REFUSED);
    assertThat(failure).hasMessageContaining("I cannot help");
    assertThat(bodies).hasSize(1);
  }
}

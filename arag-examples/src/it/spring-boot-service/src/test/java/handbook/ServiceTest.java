package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.index.Index;
import hanging.HangingApplication;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Starts the service as a process and uses it as a web page does. */
class ServiceTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String QUESTION = "Who approves an invoice over 10,000 euros?";
  private static final String HANGING = "Who waits for ten minutes?";

  /** Ten times the 5 seconds that the service may take, because the machine may be busy. */
  private static final Duration LIMIT = Duration.ofSeconds(50);

  /** The time after which the service may no longer wait for requests. */
  private static final Duration PHASE = Duration.ofSeconds(5);

  @TempDir Path folder;

  /** Virtual threads are tried where the JDK has them. */
  static Stream<Boolean> hasVirtualThreads() {
    return Runtime.version().feature() >= 21 ? Stream.of(false, true) : Stream.of(false);
  }

  @ParameterizedTest
  @MethodSource("hasVirtualThreads")
  void answersAndEndsInTheMiddleOfARun(boolean hasVirtualThreads) throws Exception {
    try (Service service =
        new Service(
            HangingApplication.class,
            folder.resolve("index"),
            handbook(),
            hasVirtualThreads,
            "--spring.lifecycle.timeout-per-shutdown-phase=" + PHASE.toSeconds() + "s")) {
      answers(service);
      endsInTheMiddleOfARun(service);
    }
  }

  private Path handbook() throws IOException {
    Path handbook = Files.createDirectory(folder.resolve("handbook"));
    Files.writeString(
        handbook.resolve("invoices.md"),
        "# Invoices\n\nThe head of finance approves every invoice over 10,000 euros.\n");
    return handbook;
  }

  private static void answers(Service service) throws Exception {
    await(service, "/stats/documents", 1);
    JsonNode answer = JSON.readTree(service.get("/ask", QUESTION));
    assertAnswer(answer);
    assertStream(service.get("/ask/stream", QUESTION), answer);
    assertMessage(service.post("/chat", request(QUESTION)));
    assertHealth(service);
    IOException refused =
        assertThrows(IOException.class, () -> service.post("/chat", "{\"messages\":[]}"));
    assertTrue(refused.getMessage().startsWith("400: The request has no array of messages."));
    IOException blank = assertThrows(IOException.class, () -> service.get("/ask", " "));
    assertTrue(blank.getMessage().contains("\"detail\":\"The question must not be blank.\""));
  }

  private static void assertAnswer(JsonNode answer) {
    assertTrue(answer.get("answer").asText().contains("head of finance"), answer.toString());
    assertTrue(answer.get("complete").asBoolean());
    JsonNode citation = answer.get("citations").get(0);
    assertTrue(citation.get("verified").asBoolean());
    assertEquals("handbook/invoices.md", citation.get("document").asText());
    assertEquals("Invoices", answer.get("sources").get(0).get("title").asText());
  }

  private static void assertHealth(Service service) throws Exception {
    JsonNode health = JSON.readTree(service.get("/actuator/health")).at("/components/arag");
    assertEquals("UP", health.get("status").asText());
    assertEquals(1, health.at("/details/documents").asInt());
    JsonNode runs = JSON.readTree(service.get("/actuator/metrics/arag.invoke_agent.duration"));
    assertEquals(3, runs.at("/measurements/0/value").asInt(), runs.toString());
    await(service, "/lastSync/report/added", 1);
    JsonNode description = JSON.readTree(service.get("/actuator/arag"));
    assertTrue(description.at("/lastSync/ended").asText().matches("20.*Z"), description.toString());
  }

  /** The index is not ready before a sync, and the service does not wait for it. */
  @Test
  void startsWithoutItsDocuments() throws Exception {
    Path missing = folder.resolve("missing");
    try (Service service =
        new Service(HandbookApplication.class, folder.resolve("index"), missing, false)) {
      await(service, "/lastSync/error", "There is no file or folder");
    }
  }

  /** The model of {@link HangingApplication} answers these questions after ten minutes. */
  private static void endsInTheMiddleOfARun(Service service) throws Exception {
    CompletableFuture<HttpResponse<String>> answer = service.startGet("/ask", HANGING);
    CompletableFuture<HttpResponse<String>> events = service.startGet("/ask/stream", HANGING);
    CompletableFuture<HttpResponse<String>> stream =
        service.startPost("/chat", request(HANGING));
    await(service, "/activeRuns", 3);
    Duration end = service.terminate();
    System.out.println(
        "SIGTERM during three runs: ended after "
            + seconds(end)
            + "; timeout of the phase: "
            + seconds(PHASE));
    assertEquals(503, answer.get().statusCode());
    assertEquals("CANCELLED", JSON.readTree(answer.get().body()).get("stopReason").asText());
    assertTrue(events.get().body().contains("\"CANCELLED\""), events.get().body());
    assertTrue(stream.get().body().contains("\"type\":\"abort\""), stream.get().body());
    assertTrue(stream.get().body().endsWith("data: [DONE]\n\n"), stream.get().body());
    // The log says so if a phase took too long; the process may end later on a busy machine.
    assertTrue(service.log().contains("Graceful shutdown complete"), service.log());
    assertFalse(service.log().contains("still running after timeout"), service.log());
    assertTrue(end.compareTo(PHASE.plus(LIMIT)) < 0, "ended after " + seconds(end));
  }

  private static String request(String question) {
    return "{\"id\":\"c1\",\"messages\":[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\""
        + question
        + "\"}]}]}";
  }

  private static void assertMessage(String stream) {
    String text = "\"type\":\"text-delta\"";
    assertEquals(1, stream.lines().filter(line -> line.contains(text)).count(), stream);
    assertTrue(stream.contains("head of finance"), stream);
    assertTrue(stream.contains("\"verdict\":\"SUPPORTED\""), stream);
    assertTrue(stream.endsWith("data: [DONE]\n\n"), stream);
  }

  private static void assertStream(String stream, JsonNode answer) throws IOException {
    StringBuilder text = new StringBuilder();
    JsonNode last = null;
    for (String event : stream.split("\n\n")) {
      List<String> lines = event.lines().toList();
      JsonNode data = JSON.readTree(lines.get(1).substring("data:".length()));
      switch (lines.get(0)) {
        case "event:text" -> text.append(data.get("text").asText());
        case "event:discarded" -> text.setLength(0);
        default -> last = data;
      }
    }
    assertTrue(text.toString().contains("head of finance"), stream);
    assertEquals(answer.get("answer"), last.get("answer"));
    assertEquals(answer.get("citations"), last.get("citations"));
  }

  @ParameterizedTest
  @MethodSource("hasVirtualThreads")
  void endsInTheMiddleOfASync(boolean hasVirtualThreads) throws Exception {
    Path directory = folder.resolve("index");
    try (Index index = Index.openOrCreate(directory)) {
      index.sync(handbook());
    }
    Path archive = Files.createDirectory(folder.resolve("archive"));
    for (int i = 0; i < 1_000; i++) {
      Files.writeString(archive.resolve(i + ".txt"), letter(i));
    }
    try (Service service =
        new Service(HandbookApplication.class, directory, archive, hasVirtualThreads)) {
      await(service, "/sync/embedded", 1);
      assertAnswer(JSON.readTree(service.get("/ask", QUESTION)));
      Duration end = service.terminate();
      System.out.println("SIGTERM during a sync: ended after " + seconds(end));
      assertTrue(end.compareTo(LIMIT) < 0, "ended after " + seconds(end));
    }
    keepsWhatWasCommitted(directory);
  }

  private static String letter(int number) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      text.append("Letter ").append(number).append(" names item ").append(i * 7_919 + number);
      text.append(" of the stock, which the clerk counted twice on that day.\n");
    }
    return text.toString();
  }

  private static void keepsWhatWasCommitted(Path directory) {
    assertTrue(Index.verify(directory).ok());
    try (Index index = Index.open(directory)) {
      assertTrue(index.documentIds().contains("handbook/invoices.md"));
      assertTrue(index.documentIds().size() < 1_001, "The sync had ended before the signal.");
    }
  }

  private static void await(Service service, String field, int atLeast) throws Exception {
    await(service, field, value -> value.asInt() >= atLeast);
  }

  private static void await(Service service, String field, String text) throws Exception {
    await(service, field, value -> value.asText().contains(text));
  }

  private static void await(Service service, String field, Predicate<JsonNode> condition)
      throws Exception {
    long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (!condition.test(JSON.readTree(service.get("/actuator/arag")).at(field))) {
      assertTrue(System.nanoTime() < deadline, service.get("/actuator/arag") + service.log());
      Thread.sleep(50);
    }
  }

  private static String seconds(Duration duration) {
    return duration.toMillis() / 1000.0 + " s";
  }
}

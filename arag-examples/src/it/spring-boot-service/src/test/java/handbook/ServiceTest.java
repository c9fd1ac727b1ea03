package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import java.util.ArrayList;
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

  /** Ten times the 5 seconds that the service may take, because the machine may be busy. */
  private static final Duration LIMIT = Duration.ofSeconds(50);

  /** The time after which the service may no longer wait for requests. */
  private static final Duration PHASE = Duration.ofSeconds(8);

  @TempDir Path folder;

  /** Virtual threads are tried where the JDK has them. */
  static Stream<Boolean> hasVirtualThreads() {
    return Runtime.version().feature() >= 21 ? Stream.of(false, true) : Stream.of(false);
  }

  @ParameterizedTest
  @MethodSource
  void hasVirtualThreads(boolean hasVirtualThreads) throws Exception {
    Path index = folder.resolve("index");
    answers(index, hasVirtualThreads);
    endsInTheMiddleOfASync(index, hasVirtualThreads);
    keepsWhatWasCommitted(index);
  }

  private void answers(Path index, boolean hasVirtualThreads) throws Exception {
    Path handbook = Files.createDirectory(folder.resolve("handbook"));
    Files.writeString(
        handbook.resolve("invoices.md"),
        "# Invoices\n\nThe head of finance approves every invoice over 10,000 euros.\n");
    try (Service service = new Service(index, handbook, hasVirtualThreads)) {
      await(service, "/stats/documents", 1);
      JsonNode answer = JSON.readTree(service.get("/ask", QUESTION));
      assertAnswer(answer);
      HttpResponse<String> stream = service.chat(QUESTION).get();
      assertEquals("v1", stream.headers().firstValue("x-vercel-ai-ui-message-stream").get());
      assertStream(stream.body());
      assertHealth(service);
      assertEquals(400, service.chat("").get().statusCode());
      System.out.println("SIGTERM at rest: ended after " + seconds(service.terminate()));
    }
  }

  private static void assertAnswer(JsonNode answer) {
    assertTrue(answer.get("answer").asText().contains("head of finance"), answer.toString());
    assertTrue(answer.get("complete").asBoolean());
    JsonNode citation = answer.get("citations").get(0);
    assertTrue(citation.get("verified").asBoolean());
    assertEquals("handbook/invoices.md", citation.get("document").asText());
    assertEquals("Invoices", answer.get("sources").get(0).get("title").asText());
  }

  private static void assertStream(String stream) throws IOException {
    List<String> types = new ArrayList<>();
    JsonNode text = null;
    JsonNode citation = null;
    List<String> events = List.of(stream.split("\n\n"));
    for (String event : events.subList(0, events.size() - 1)) {
      JsonNode part = JSON.readTree(event.substring("data:".length()));
      types.add(part.get("type").asText());
      text = part.get("type").asText().equals("text-delta") ? part.get("delta") : text;
      citation = part.get("type").asText().equals("data-citation") ? part.get("data") : citation;
    }
    assertEquals("data: [DONE]", events.get(events.size() - 1));
    assertEquals("start", types.get(0));
    assertEquals("finish", types.get(types.size() - 1));
    assertTrue(text.asText().contains("head of finance"), stream);
    assertEquals("SUPPORTED", citation.get("verdict").asText());
    int start = citation.get("answerStart").asInt();
    assertEquals("[1]", text.asText().substring(start, citation.get("answerEnd").asInt()));
  }

  private static void assertHealth(Service service) throws Exception {
    JsonNode health = JSON.readTree(service.get("/actuator/health")).at("/components/arag");
    assertEquals("UP", health.get("status").asText());
    assertEquals(1, health.at("/details/documents").asInt());
    JsonNode description = JSON.readTree(service.get("/actuator/arag"));
    assertEquals(1, description.at("/lastSync/report/added").asInt(), description.toString());
    assertTrue(description.at("/lastSync/ended").asText().matches("20.*Z"), description.toString());
  }

  /** The index is not ready before a sync, and the service does not wait for it. */
  @Test
  void startsWithoutItsDocuments() throws Exception {
    Path missing = folder.resolve("missing");
    try (Service service = new Service(folder.resolve("index"), missing, false)) {
      await(service, "/lastSync/error", "There is no file or folder");
    }
  }

  /** The model of {@link HangingApplication} answers after ten minutes. */
  @ParameterizedTest
  @MethodSource("hasVirtualThreads")
  void endsInTheMiddleOfARun(boolean hasVirtualThreads) throws Exception {
    Path handbook = Files.createDirectory(folder.resolve("handbook"));
    try (Service service =
        new Service(
            HangingApplication.class,
            folder.resolve("index"),
            handbook,
            hasVirtualThreads,
            "--spring.lifecycle.timeout-per-shutdown-phase=" + PHASE.toSeconds() + "s")) {
      CompletableFuture<HttpResponse<String>> answer = service.ask(QUESTION);
      CompletableFuture<HttpResponse<String>> stream = service.chat(QUESTION);
      await(service, "/activeRuns", 2);
      Duration end = service.terminate();
      System.out.println(
          "SIGTERM during two runs: ended after "
              + seconds(end)
              + "; timeout of the phase: "
              + seconds(PHASE));
      assertEquals(503, answer.get().statusCode());
      assertEquals("CANCELLED", JSON.readTree(answer.get().body()).get("stopReason").asText());
      assertTrue(stream.get().body().contains("\"type\":\"abort\""), stream.get().body());
      assertTrue(stream.get().body().endsWith("data: [DONE]\n\n"), stream.get().body());
      assertTrue(end.compareTo(PHASE) < 0, "ended after " + seconds(end));
    }
  }

  private void endsInTheMiddleOfASync(Path index, boolean hasVirtualThreads) throws Exception {
    Path archive = Files.createDirectory(folder.resolve("archive"));
    for (int i = 0; i < 1_000; i++) {
      Files.writeString(archive.resolve(i + ".txt"), letter(i));
    }
    try (Service service = new Service(index, archive, hasVirtualThreads)) {
      await(service, "/sync/embedded", 1);
      assertAnswer(JSON.readTree(service.get("/ask", QUESTION)));
      Duration end = service.terminate();
      System.out.println("SIGTERM during a sync: ended after " + seconds(end));
      assertTrue(end.compareTo(LIMIT) < 0, "ended after " + seconds(end));
    }
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

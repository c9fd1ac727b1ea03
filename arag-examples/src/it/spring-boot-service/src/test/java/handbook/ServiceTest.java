package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.index.Index;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Starts the service as a process and uses it as a web page does. */
class ServiceTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String QUESTION = "Who approves an invoice over 10,000 euros?";
  private static final String REQUEST =
      "{\"id\":\"c1\",\"messages\":[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\""
          + QUESTION
          + "\"}]}]}";

  /** Ten times the 5 seconds that the service may take, because the machine may be busy. */
  private static final Duration LIMIT = Duration.ofSeconds(50);

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
      await(service, "documents", 1);
      JsonNode answer = JSON.readTree(service.get("/ask", QUESTION));
      assertAnswer(answer);
      assertStream(service.get("/ask/stream", QUESTION), answer);
      assertMessage(service.post("/chat", REQUEST));
      IOException refused =
          assertThrows(IOException.class, () -> service.post("/chat", "{\"messages\":[]}"));
      assertTrue(refused.getMessage().startsWith("400: The request has no list of messages."));
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

  private void endsInTheMiddleOfASync(Path index, boolean hasVirtualThreads) throws Exception {
    Path archive = Files.createDirectory(folder.resolve("archive"));
    for (int i = 0; i < 1_000; i++) {
      Files.writeString(archive.resolve(i + ".txt"), letter(i));
    }
    try (Service service = new Service(index, archive, hasVirtualThreads)) {
      await(service, "embedded", 1);
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
    while (JSON.readTree(service.get("/documents")).get(field).asInt() < atLeast) {
      Thread.sleep(50);
    }
  }

  private static String seconds(Duration duration) {
    return duration.toMillis() / 1000.0 + " s";
  }
}

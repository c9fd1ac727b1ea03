package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.index.Index;
import io.quarkus.arc.Arc;
import io.quarkus.arc.InstanceHandle;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Uses the service in JVM mode, with the default embedder. */
@QuarkusTest
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class QuarkusServiceTest {
  private static final String QUESTION = "Who approves an invoice over 10,000 euros?";

  @TestHTTPResource("/")
  URI service;

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void answersWithCheckedCitations() throws Exception {
    String question = URLEncoder.encode(QUESTION, StandardCharsets.UTF_8);
    HttpResponse<String> response =
        send(HttpRequest.newBuilder(service.resolve("ask?question=" + question)));
    JsonNode answer = new ObjectMapper().readTree(response.body());
    assertTrue(answer.get("answer").asText().contains("head of finance"), response.body());
    assertEquals("SUPPORTED", answer.at("/citations/0/verdict").asText());
    assertEquals("docs/invoices.md", answer.at("/citations/0/document").asText());
  }

  @Test
  void streamsToAPage() throws Exception {
    String body =
        "{\"id\":\"c1\",\"trigger\":\"submit-message\",\"messages\":[{\"id\":\"m1\",\"role\":\"user\","
            + "\"parts\":[{\"type\":\"text\",\"text\":\""
            + QUESTION
            + "\"}]}]}";
    HttpResponse<String> response =
        send(
            HttpRequest.newBuilder(service.resolve("chat"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    assertEquals(200, response.statusCode(), response.body());
    assertTrue(
        response.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream"));
    assertEquals("v1", response.headers().firstValue("x-vercel-ai-ui-message-stream").orElse(""));
    assertTrue(response.body().startsWith("data: {\"type\":\"start\""), response.body());
    assertTrue(response.body().contains("head of finance"), response.body());
    assertTrue(response.body().endsWith("data: [DONE]\n\n"), response.body());
  }

  @Test
  void refusesABodyThatIsNoQuestion() throws Exception {
    HttpResponse<String> response =
        send(
            HttpRequest.newBuilder(service.resolve("chat"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"messages\":[]}")));
    assertEquals(400, response.statusCode(), response.body());
    assertEquals("The request has no array of messages.", response.body());
  }

  /** The last test, because it closes the index. */
  @Test
  @Order(Integer.MAX_VALUE)
  void closesTheIndexWithTheBean() {
    InstanceHandle<Index> handle = Arc.container().instance(Index.class);
    Index index = handle.get();
    assertEquals(List.of("docs/invoices.md"), List.copyOf(index.documentIds()));
    handle.destroy();
    assertThrows(IllegalStateException.class, index::documentIds);
  }
}

package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.mcp.McpHttp;
import dev.arag.mcp.McpTools;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The application with an LLM and an MCP server on the loopback interface. */
class AssistantTest {
  @TempDir static Path folder;

  private static CompletionServer llm;
  private static McpHttp mcp;
  private static ConfigurableApplicationContext application;

  @BeforeAll
  static void start() throws Exception {
    Path documents = Files.createDirectory(folder.resolve("handbook"));
    Files.writeString(documents.resolve("invoices.md"), "Ines approves an invoice.\n");
    llm = new CompletionServer();
    mcp =
        McpHttp.start(
            McpTools.of(InMemoryCorpus.of(Document.of("travel", "Otto approves a journey."))), 0);
    application =
        SpringApplication.run(
            AssistantApplication.class,
            "--server.port=0",
            "--arag.index=" + folder.resolve("index"),
            "--arag.sources[0].path=" + documents,
            "--spring.ai.openai.base-url=" + llm.url(),
            "--spring.ai.openai.api-key=none",
            "--spring.ai.mcp.client.streamable-http.connections.travel.url="
                + mcp.uri().toString().replaceFirst("/mcp$", ""));
    long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (application.getBean(Index.class).documentIds().isEmpty()) {
      assertTrue(System.nanoTime() < deadline, "There is no document in the index.");
      Thread.sleep(20);
    }
  }

  @AfterAll
  static void stop() {
    application.close();
    mcp.close();
    llm.close();
  }

  @Test
  void theAgentAnswersAndTheMemoryKeepsTheConversation() throws Exception {
    JsonNode first = new ObjectMapper().readTree(get("/ask?user=u1&question=", "Who approves?"));
    assertEquals("Ines.", first.path("text").asText(), first.toString());
    assertEquals("SUPPORTED", first.at("/citations/0/verdict").asText());
    assertEquals("handbook/invoices.md", first.at("/sources/0/document").asText());
    get("/ask?user=u1&question=", "Since when?");
    String last = llm.requests().get(llm.requests().size() - 1).toString();
    assertTrue(last.contains("Who approves?"), last);
    get("/ask?user=u2&question=", "Where?");
    String other = llm.requests().get(llm.requests().size() - 1).toString();
    assertTrue(!other.contains("Who approves?"), other);
  }

  @Test
  void aClientUsesTheAgentAndAnMcpServer() throws Exception {
    String answer = get("/assistant?question=", "Who approves what?");
    assertTrue(answer.contains("Ines [1]."), answer);
    assertTrue(answer.contains("Otto approves a journey."), answer);
  }

  private static String get(String path, String question) throws Exception {
    String port = application.getEnvironment().getProperty("local.server.port");
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://localhost:"
                        + port
                        + path
                        + URLEncoder.encode(question, StandardCharsets.UTF_8)))
            .build();
    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertEquals(200, response.statusCode(), response.body());
    return response.body();
  }
}

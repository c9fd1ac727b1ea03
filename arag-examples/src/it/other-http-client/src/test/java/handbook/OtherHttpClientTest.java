package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.arag.agent.Agent;
import dev.arag.openai.OpenAiCompatible;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.http.client.HttpClientBuilderFactory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A LangChain4j application with Spring's HTTP client that also uses this library. */
class OtherHttpClientTest {
  private static final String REPLY =
      "{\"id\":\"1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"tiny\",\"choices\":[{"
          + "\"index\":0,\"finish_reason\":\"stop\",\"message\":{\"role\":\"assistant\","
          + "\"content\":\"In Tarn.\"}}],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1,"
          + "\"total_tokens\":2}}";

  private HttpServer server;

  @BeforeEach
  void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          byte[] body = REPLY.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String baseUrl() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  /** LangChain4j looks up its HTTP client and fails if there are two. */
  @Test
  void applicationsHttpClientIsTheOnlyOne() {
    List<String> factories =
        ServiceLoader.load(HttpClientBuilderFactory.class).stream()
            .map(each -> each.type().getName())
            .toList();
    assertEquals(1, factories.size(), factories.toString());
    assertTrue(factories.get(0).contains("spring"), factories.toString());
  }

  @Test
  void modelOfTheApplicationAnswers() {
    ChatModel own =
        OpenAiChatModel.builder().baseUrl(baseUrl()).apiKey("none").modelName("tiny").build();
    assertEquals("In Tarn.", own.chat("Where was Mira Voss born?"));
  }

  @Test
  void modelOfTheLibraryUsesItsOwnHttpClient() {
    ChatModel ours =
        OpenAiCompatible.of(Map.of("ARAG_BASE_URL", baseUrl(), "ARAG_MODEL", "tiny")).chatModel();
    Agent agent =
        Agent.builder(
                InMemoryCorpus.of(Document.of("voss", "Mira Voss was born in Tarn in 1881.")), ours)
            .build();
    assertEquals("In Tarn.", agent.ask("Where was Mira Voss born?").text());
  }
}

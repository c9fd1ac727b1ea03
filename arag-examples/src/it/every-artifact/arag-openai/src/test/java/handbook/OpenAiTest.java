package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpServer;
import dev.arag.agent.Agent;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.openai.OpenAiCompatible;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OpenAiTest {
  private static final String REPLY =
      "{\"choices\":[{\"message\":{\"content\":\"In Tarn.\"},\"finish_reason\":\"stop\"}]}";

  @Test
  void answersWithAnEndpoint() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/v1/chat/completions",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          byte[] body = REPLY.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
      InMemoryCorpus corpus = InMemoryCorpus.of(Document.of("k1", "Mira Voss was born in Tarn."));
      Agent agent =
          Agent.builder(corpus, OpenAiCompatible.of(url, "tiny", "").chatModel()).build();
      assertEquals("In Tarn.", agent.ask("Where was Mira Voss born?").text());
    } finally {
      server.stop(0);
    }
  }
}

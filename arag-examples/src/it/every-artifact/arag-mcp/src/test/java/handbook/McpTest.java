package handbook;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.mcp.McpHttp;
import dev.arag.mcp.McpTools;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

class McpTest {
  @Test
  void servesTools() throws Exception {
    InMemoryCorpus corpus = InMemoryCorpus.of(Document.of("k1", "Mira Voss was born in Tarn."));
    try (McpHttp server = McpHttp.start(McpTools.of(corpus), 0)) {
      HttpRequest request =
          HttpRequest.newBuilder(server.uri())
              .header("Content-Type", "application/json")
              .header("Accept", "application/json, text/event-stream")
              .POST(
                  HttpRequest.BodyPublishers.ofString(
                      """
                      {"jsonrpc":"2.0","id":1,"method":"tools/call","params":
                      {"name":"keyword_search","arguments":{"keywords":["Tarn"]}}}"""))
              .build();
      HttpResponse<String> response =
          HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
      assertTrue(response.body().contains("Mira Voss was born in Tarn."), response.body());
    }
  }
}

package dev.arag.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.server.McpStatelessSyncServer;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** Uses the specifications in a server of the SDK, as Spring AI does. */
class SdkServerTest {
  private static final class Transport implements McpStatelessServerTransport {
    McpStatelessServerHandler handler;

    @Override
    public void setMcpHandler(McpStatelessServerHandler given) {
      handler = given;
    }

    @Override
    public Mono<Void> closeGracefully() {
      return Mono.empty();
    }

    JsonNode request(String method, Map<String, Object> params) {
      McpSchema.JSONRPCResponse response =
          handler
              .handleRequest(
                  McpTransportContext.EMPTY, new McpSchema.JSONRPCRequest("2.0", method, 1, params))
              .block();
      return new ObjectMapper().valueToTree(Objects.requireNonNull(response).result());
    }
  }

  @Test
  void statelessSpecificationsWork() {
    Transport transport = new Transport();
    McpStatelessSyncServer server =
        McpServer.sync(transport)
            .serverInfo("test", "1")
            .validateToolInputs(false)
            .capabilities(McpSchema.ServerCapabilities.builder().tools(false).build())
            .tools(McpTools.of(new TestCorpus()).checkQuotes().statelessSpecifications())
            .build();
    assertThat(transport.request("tools/list", Map.of()).findValuesAsText("name"))
        .contains("keyword_search", "check_quotes");
    JsonNode result =
        transport.request(
            "tools/call", Map.of("name", "chunk_read", "arguments", Map.of("chunk_ids", "k2")));
    assertThat(result.get("content").get(0).get("text").asText()).contains("She hated bridges.");
    assertThat(result.get("isError").asBoolean()).isFalse();
    for (String keywords : List.of("Tarn", "nothing", " ")) {
      JsonNode found =
          transport.request(
              "tools/call",
              Map.of("name", "keyword_search", "arguments", Map.of("keywords", keywords)));
      assertThat(found.has("structuredContent"))
          .as(found.toString())
          .isEqualTo(!keywords.isBlank());
      assertThat(found.get("isError").asBoolean()).isEqualTo(keywords.isBlank());
    }
    JsonNode checked =
        transport.request(
            "tools/call",
            Map.of(
                "name",
                "check_quotes",
                "arguments",
                Map.of("chunk_id", "k2", "quote", "She hated dark bridges")));
    assertThat(checked.get("structuredContent").get("quotes").get(0).get("verdict").asText())
        .as(checked.toString())
        .isEqualTo("DIFFERS");
    server.close();
  }

  @Test
  void specificationsHaveTheSameTools() {
    McpTools tools = McpTools.of(new TestCorpus()).checkQuotes().prefix("kb_");
    List<McpSchema.Tool> stateless =
        tools.statelessSpecifications().stream().map(each -> each.tool()).toList();
    assertThat(tools.specifications().stream().map(McpServerFeatures.SyncToolSpecification::tool))
        .containsExactlyElementsOf(stateless);
    McpSchema.CallToolResult result =
        tools
            .specifications()
            .get(2)
            .callHandler()
            .apply(
                null,
                McpSchema.CallToolRequest.builder("kb_chunk_read")
                    .arguments(Map.of("chunk_ids", List.of("k1")))
                    .build());
    assertThat(result.toString()).contains("90 metres");
  }
}

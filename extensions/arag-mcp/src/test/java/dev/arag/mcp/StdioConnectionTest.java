package dev.arag.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which messages the server reads, and when it stops reading. */
class StdioConnectionTest {
  private final TestCorpus corpus = new TestCorpus();
  private final List<String> failures = new ArrayList<>();
  private final McpTools tools =
      McpTools.of(corpus).failureListener((tool, failure) -> failures.add(tool));

  private static Map<String, ?> keywords(String word) {
    return Map.of("name", "keyword_search", "arguments", Map.of("keywords", List.of(word)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"100e2147483647", "1e2147483648", "1e2147483649", "1e-2147483649", "0e999999999"})
  void numbersWithAnExtremeExponentDoNotEndTheServer(String id) throws Exception {
    StdioClient client = new StdioClient(tools);
    String start = "{\"jsonrpc\":\"2.0\",\"method\":";
    client.send(start + "\"notifications/cancelled\",\"params\":{\"requestId\":" + id + "}}");
    client.send(start + "\"tools/call\",\"params\":{\"name\":\"chunk_read\"},\"id\":" + id + "}");
    client.request("last", "ping", Map.of());
    // A number that cannot be read makes the first two lines invalid JSON.
    assertThat(client.end())
        .hasSizeBetween(2, 3)
        .anyMatch(reply -> reply.get("id").asText().equals("last"));
  }

  /** Section 10 of chunk 93 is not section 1. */
  @Test
  void zerosAtTheEndOfANumberAreKept() throws Exception {
    try (StdioClient client = new StdioClient(tools.checkQuotes())) {
      client.send(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
              + "{\"name\":\"chunk_read\",\"arguments\":{\"chunk_ids\":[93.10]}}}");
      assertThat(client.next().toString()).contains("No chunk").contains("93.10");
      client.send(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":"
              + "\"check_quotes\",\"arguments\":{\"chunk_id\":93.10,\"quote\":\"some words\"}}}");
      assertThat(client.next().toString()).contains("[93.10]");
    }
  }

  @Test
  void anInterruptedServerHandlesNoFurtherMessages() throws Exception {
    StdioClient client = new StdioClient(tools);
    assertThat(client.ask("ping", Map.of()).get("id").asInt()).isEqualTo(1);
    client.server().interrupt();
    client.server().join(TimeUnit.SECONDS.toMillis(60));
    client.request(2, "ping", Map.of());
    assertThat(client.next(1_000)).isNull();
    assertThat(client.end()).isEmpty();
  }

  @Test
  void aCancelledCallIsNoFailure() throws Exception {
    try (StdioClient client = new StdioClient(tools)) {
      client.request("slow", "tools/call", keywords("wait"));
      assertThat(corpus.waiting.get().await(10, TimeUnit.SECONDS)).isTrue();
      client.notify("notifications/cancelled", Map.of("requestId", "slow"));
      assertThat(corpus.interrupted.get().await(10, TimeUnit.SECONDS)).isTrue();
      JsonNode failed = client.call("keyword_search", Map.of("keywords", List.of("fail")));
      assertThat(failed.get("isError").asBoolean()).isTrue();
    }
    assertThat(failures).containsExactly("keyword_search");
  }
}

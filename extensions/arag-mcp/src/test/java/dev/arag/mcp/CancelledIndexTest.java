package dev.arag.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An interrupt can close a file that a thread reads. The index must survive cancelled calls. */
class CancelledIndexTest {
  private static final int CALLS = 200;

  @TempDir Path folder;

  @Test
  void cancelledCallsDoNotHarmTheIndex() throws Exception {
    Random random = new Random(11);
    try (Index index =
        Index.builder(folder.resolve("kb.arag")).withoutEmbeddings().openOrCreate()) {
      List<Document> documents = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        documents.add(Document.of("d" + i, "Harbour " + i + " was built by Mira Voss. ".repeat(5)));
      }
      index.put("docs", documents);
      StdioClient client = new StdioClient(McpTools.of(index).checkQuotes());
      Set<Integer> cancelled = new HashSet<>();
      for (int id = 0; id < CALLS; id++) {
        client.request(id, "tools/call", call(random, "keyword_search"));
        if (id % 3 == 0) {
          int target = Math.max(0, id - random.nextInt(20));
          cancelled.add(target);
          client.notify("notifications/cancelled", Map.of("requestId", target));
        }
      }
      List<JsonNode> replies = client.end();
      Set<Integer> answered = new HashSet<>();
      for (JsonNode reply : replies) {
        assertThat(answered.add(reply.get("id").asInt())).isTrue();
        assertThat(reply.get("result").get("isError").asBoolean()).as(reply.toString()).isFalse();
      }
      for (int id = 0; id < CALLS; id++) {
        assertThat(answered.contains(id) || cancelled.contains(id)).isTrue();
      }
      System.out.println(CALLS + " calls of an index, " + (CALLS - answered.size()) + " cancelled");
      try (StdioClient later = new StdioClient(McpTools.of(index))) {
        assertThat(later.text("keyword_search", Map.of("keywords", List.of("Harbour 99"))))
            .contains("Harbour 99 was built");
      }
    }
  }

  private static Map<String, Object> call(Random random, String tool) {
    String word = "Harbour " + random.nextInt(100);
    return Map.of("name", tool, "arguments", Map.of("keywords", List.of(word, "Mira Voss")));
  }
}

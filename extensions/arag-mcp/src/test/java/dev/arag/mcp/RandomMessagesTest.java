package dev.arag.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sends random lines, valid and not. Each valid request must get exactly one reply, each message
 * that is no request and no notification one error without an id, and each notification none. Ids
 * are repeated and have all forms.
 */
class RandomMessagesTest {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void eachRequestIsAnsweredOnce(long seed) throws Exception {
    run(seed, 1_500);
  }

  @Tag("full")
  @Test
  void eachRequestIsAnsweredOnceInManyRuns() throws Exception {
    for (long seed = 1_000; seed < 1_100; seed++) {
      run(seed, 5_000);
    }
  }

  private static void run(long seed, int count) throws Exception {
    TestCorpus corpus = new TestCorpus();
    StdioClient client =
        new StdioClient(McpTools.of(corpus).checkQuotes().failureListener((tool, e) -> {}));
    Map<String, Integer> expected = new HashMap<>();
    RandomMessages messages = new RandomMessages(new Random(seed));
    for (int i = 0; i < count; i++) {
      RandomMessages.Line line = messages.next();
      client.send(line.bytes());
      line.answeredId().ifPresent(id -> expected.merge(normal(id), 1, Integer::sum));
    }
    client.send("{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"method\":\"ping\"}");
    expected.merge("\"last\"", 1, Integer::sum);
    Map<String, Integer> answered = new HashMap<>();
    List<JsonNode> unused = client.end();
    List<String> replies = client.lines();
    for (String line : replies) {
      JsonNode reply = JSON.readTree(line);
      answered.merge(reply.path("id").toString(), 1, Integer::sum);
      assertThat(line).doesNotContain("Exception", "com.fasterxml", "java.", TestCorpus.SECRET);
      assertThat(reply.has("result")).as("result or error").isNotEqualTo(reply.has("error"));
    }
    assertThat(answered).as("seed %s", seed).isEqualTo(expected);
    System.out.println(
        "seed " + seed + ": " + count + " lines, " + replies.size() + " replies, as expected");
  }

  private static String normal(String id) {
    try {
      return JSON.readTree(id).toString();
    } catch (IOException e) {
      throw new AssertionError(id, e);
    }
  }

  @Test
  void cancelsBetweenCallsLeaveNoCallWithoutAReply() throws Exception {
    Random random = new Random(5);
    StdioClient client = new StdioClient(McpTools.of(new TestCorpus()));
    List<Integer> cancelled = new ArrayList<>();
    for (int id = 0; id < 500; id++) {
      client.request(
          id,
          "tools/call",
          Map.of("name", "keyword_search", "arguments", Map.of("keywords", List.of("Tarn"))));
      if (random.nextInt(3) == 0) {
        int target = random.nextInt(id + 1);
        cancelled.add(target);
        client.notify("notifications/cancelled", Map.of("requestId", target));
      }
    }
    List<Integer> answered = client.end().stream().map(reply -> reply.get("id").asInt()).toList();
    assertThat(answered).doesNotHaveDuplicates();
    List<Integer> missing = new ArrayList<>();
    for (int id = 0; id < 500; id++) {
      if (!answered.contains(id)) {
        missing.add(id);
      }
    }
    assertThat(cancelled).containsAll(missing);
    System.out.println(
        "500 calls, " + cancelled.size() + " cancels, " + missing.size() + " without a reply");
  }
}

package dev.arag.agent.internal.openai;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Puts a completion together from the pieces a server streams. */
final class CompletionAssembler {
  private static final String DONE = "[DONE]";

  /** What stands where bytes were no UTF-8. */
  private static final char DAMAGE = '\uFFFD';

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final RedactingConsumer written;
  private final ObjectNode whole = JSON.createObjectNode();
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder reasoning = new StringBuilder();
  private final StringBuilder refusal = new StringBuilder();
  private final Map<Integer, ToolCallAssembler> calls = new TreeMap<>();
  private @Nullable JsonNode finish;
  private boolean isDone;
  private boolean hasFailed;

  /**
   * @param written takes each piece of text, none of it empty
   */
  CompletionAssembler(RedactingConsumer written) {
    this.written = written;
  }

  /** Takes the data of one event. */
  void add(String data) throws IOException {
    if (isDone || data.isBlank()) {
      return;
    }
    if (data.strip().equals(DONE)) {
      isDone = true;
      return;
    }
    addChunk(parse(data));
  }

  private static JsonNode parse(String data) throws IOException {
    try {
      JsonNode chunk = Objects.requireNonNull(JSON.readTree(data));
      if (data.indexOf(DAMAGE) >= 0 && hasDamagedName(chunk)) {
        throw new IOException("The stream is damaged: a name in an event is no text.");
      }
      return chunk;
    } catch (JsonProcessingException e) {
      throw new IOException("The stream is damaged: an event holds no JSON.", e);
    }
  }

  /** A piece of the text would be left out; within the text one character is wrong. */
  private static boolean hasDamagedName(JsonNode node) {
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      if (field.getKey().indexOf(DAMAGE) >= 0) {
        return true;
      }
    }
    for (JsonNode child : node) {
      if (hasDamagedName(child)) {
        return true;
      }
    }
    return false;
  }

  private void addChunk(JsonNode chunk) {
    if (chunk.hasNonNull("error")) {
      whole.set("error", chunk.path("error"));
      hasFailed = true;
      isDone = true;
      return;
    }
    for (String field : new String[] {"id", "model", "usage"}) {
      if (chunk.hasNonNull(field)) {
        whole.set(field, chunk.path(field));
      }
    }
    JsonNode choice = chunk.path("choices").path(0);
    addPiece(choice.hasNonNull("delta") ? choice.path("delta") : choice.path("message"));
    if (choice.hasNonNull("finish_reason")) {
      finish = choice.path("finish_reason");
    }
  }

  private void addPiece(JsonNode delta) {
    ObjectNode piece = CompletionMessage.read(delta);
    String said = piece.path("content").asText();
    if (!said.isEmpty()) {
      text.append(said);
      written.accept(said);
    }
    reasoning.append(piece.path("reasoning_content").asText());
    refusal.append(piece.path("refusal").asText());
    for (JsonNode call : delta.path("tool_calls")) {
      int index = call.path("index").asInt(indexOf(call));
      calls.computeIfAbsent(index, any -> new ToolCallAssembler()).add(call);
    }
  }

  /** Where a server counts no calls: a new id is a new call, no id goes on with the last one. */
  private int indexOf(JsonNode call) {
    boolean isNew = !call.path("id").asText("").isEmpty();
    return isNew || calls.isEmpty() ? calls.size() : calls.size() - 1;
  }

  /**
   * The completion as JSON.
   *
   * @throws IOException if the server did not say that it is complete
   */
  String whole() throws IOException {
    if (hasFailed) {
      return whole.toString();
    }
    if (finish == null && !isDone) {
      throw new IOException("The stream ended before it was complete.");
    }
    written.end();
    ObjectNode choice = whole.putArray("choices").addObject();
    choice.put("index", 0);
    ObjectNode message = choice.putObject("message");
    message.put("role", "assistant");
    message.put("content", text.toString());
    message.put("reasoning_content", reasoning.toString());
    message.put("refusal", refusal.toString());
    calls.values().forEach(call -> message.withArray("tool_calls").add(call.whole()));
    choice.set("finish_reason", finish);
    return whole.toString();
  }
}

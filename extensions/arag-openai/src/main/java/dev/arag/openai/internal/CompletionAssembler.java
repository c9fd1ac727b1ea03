package dev.arag.openai.internal;

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

/** Assembles a completion from the chunks of a stream. */
final class CompletionAssembler {
  private static final String DONE = "[DONE]";

  /** The character that a decoder substitutes for bytes that are not UTF-8. */
  private static final char REPLACEMENT = '\uFFFD';

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final SecretRedactor redactor;
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
   * @param written receives each non-empty part of the text
   */
  CompletionAssembler(SecretRedactor redactor, RedactingConsumer written) {
    this.redactor = redactor;
    this.written = written;
  }

  /** Adds the data of one event. */
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
      if (data.indexOf(REPLACEMENT) >= 0 && hasCorruptName(chunk)) {
        throw new IOException("The stream is corrupt: a field name in an event is not UTF-8.");
      }
      return chunk;
    } catch (JsonProcessingException e) {
      throw new IOException("The stream is corrupt: an event is not JSON.", e);
    }
  }

  /**
   * Whether a field name contains a replacement character. Under a wrong field name, a part of the
   * text would be lost without notice. A wrong character in the text itself is harmless.
   */
  private static boolean hasCorruptName(JsonNode node) {
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      if (field.getKey().indexOf(REPLACEMENT) >= 0) {
        return true;
      }
    }
    for (JsonNode child : node) {
      if (hasCorruptName(child)) {
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
    CompletionMessage piece = CompletionMessage.read(delta);
    if (!piece.text().isEmpty()) {
      text.append(piece.text());
      written.accept(piece.text());
    }
    reasoning.append(piece.reasoning());
    refusal.append(piece.refusal());
    for (JsonNode call : delta.path("tool_calls")) {
      int index = call.path("index").asInt(indexOf(call));
      calls.computeIfAbsent(index, any -> new ToolCallAssembler()).add(call);
    }
  }

  /** Returns the length of what was kept of the events. */
  int length() {
    return text.length()
        + reasoning.length()
        + refusal.length()
        + calls.values().stream().mapToInt(ToolCallAssembler::length).sum();
  }

  /**
   * Returns the index of a call if the server sends none. A part with an id starts a new call; a
   * part without an id continues the last call.
   */
  private int indexOf(JsonNode call) {
    boolean isNew = !call.path("id").asText("").isEmpty();
    return isNew || calls.isEmpty() ? calls.size() : calls.size() - 1;
  }

  /**
   * Returns the completion, in which secrets are redacted.
   *
   * @throws IOException if the server did not mark the completion as complete
   */
  ObjectNode completion() throws IOException {
    if (hasFailed) {
      return whole;
    }
    if (finish == null && !isDone) {
      throw new IOException("The stream ended before it was complete.");
    }
    written.end();
    ObjectNode choice = whole.putArray("choices").addObject();
    ObjectNode message = choice.putObject("message");
    message.put("content", redactor.redact(text.toString()));
    message.put("reasoning_content", redactor.redact(reasoning.toString()));
    message.put("refusal", redactor.redact(refusal.toString()));
    calls.values().forEach(call -> message.withArray("tool_calls").add(call.toJson(redactor)));
    choice.set("finish_reason", finish);
    return whole;
  }
}

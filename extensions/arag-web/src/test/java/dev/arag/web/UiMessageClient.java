package dev.arag.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads a UI message stream and fails if it breaks a rule of the protocol. */
final class UiMessageClient {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The fields of each part besides the type. A name that ends with ? is optional. */
  private static final Map<String, Set<String>> FIELDS =
      Map.ofEntries(
          Map.entry("start", Set.of("messageId")),
          Map.entry("start-step", Set.of()),
          Map.entry("finish-step", Set.of()),
          Map.entry("text-start", Set.of("id")),
          Map.entry("text-delta", Set.of("id", "delta")),
          Map.entry("text-end", Set.of("id")),
          Map.entry(
              "tool-input-available",
              Set.of("toolCallId", "toolName", "input", "dynamic", "providerExecuted")),
          Map.entry(
              "tool-output-available",
              Set.of("toolCallId", "output", "dynamic", "providerExecuted")),
          Map.entry(
              "tool-output-error",
              Set.of("toolCallId", "errorText", "dynamic", "providerExecuted")),
          Map.entry(
              "source-document",
              Set.of("sourceId", "mediaType", "title", "filename?", "providerMetadata")),
          Map.entry("source-url", Set.of("sourceId", "url", "title", "providerMetadata")),
          Map.entry("data-draft", Set.of("id", "data")),
          Map.entry("data-citation", Set.of("id", "data")),
          Map.entry("data-turn", Set.of("data", "transient")),
          Map.entry("data-retry", Set.of("data", "transient")),
          Map.entry("message-metadata", Set.of("messageMetadata")),
          Map.entry("finish", Set.of("finishReason", "messageMetadata?")),
          Map.entry("abort", Set.of("reason")),
          Map.entry("error", Set.of("errorText")));

  final List<JsonNode> chunks = new ArrayList<>();
  final List<ObjectNode> parts = new ArrayList<>();
  final List<String> drafts = new ArrayList<>();
  final List<String> errors = new ArrayList<>();
  final List<JsonNode> passing = new ArrayList<>();
  ObjectNode metadata = JSON.createObjectNode();
  String finishReason = "";
  boolean isAborted;
  int comments;

  private final Map<String, ObjectNode> openTexts = new HashMap<>();
  private final Set<String> textIds = new HashSet<>();
  private final Map<String, ObjectNode> openTools = new LinkedHashMap<>();
  private final Set<String> toolIds = new HashSet<>();
  private boolean isStepOpen;
  private boolean isEnded;
  private boolean isDone;

  static UiMessageClient read(UiMessageStream stream) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      stream.writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return read(out.toByteArray());
  }

  static UiMessageClient read(byte[] body) {
    UiMessageClient client = new UiMessageClient();
    client.readBody(utf8(body));
    assertThat(client.isDone).isTrue();
    return client;
  }

  private static String utf8(byte[] body) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw new AssertionError("The stream is not valid UTF-8.", e);
    }
  }

  private void readBody(String body) {
    assertThat(body).doesNotContain("\r", "\u2028", "\u2029", "\u0000").endsWith("\n\n");
    for (String event : body.substring(0, body.length() - 2).split("\n\n", -1)) {
      assertThat(event).doesNotContain("\n");
      if (event.startsWith(":")) {
        comments++;
      } else {
        assertThat(event).startsWith("data: ");
        readData(event.substring("data: ".length()));
      }
    }
  }

  void readData(String data) {
    assertThat(isDone).isFalse();
    if (data.equals("[DONE]")) {
      assertThat(isEnded).isTrue();
      isDone = true;
      return;
    }
    try {
      JsonNode chunk = JSON.readTree(data);
      checkFields(chunk);
      chunks.add(chunk);
      apply(chunk.get("type").textValue(), chunk);
    } catch (IOException e) {
      throw new AssertionError("not JSON: " + data, e);
    }
  }

  private static void checkFields(JsonNode chunk) {
    Set<String> known = FIELDS.get(chunk.path("type").asText());
    assertThat(known).as(chunk.toString()).isNotNull();
    Set<String> missing = new HashSet<>(known);
    chunk
        .fieldNames()
        .forEachRemaining(
            name -> {
              boolean isKnown =
                  name.equals("type") || missing.remove(name) || missing.remove(name + "?");
              assertThat(isKnown).as(name + " in " + chunk).isTrue();
            });
    assertThat(missing).as(chunk.toString()).allMatch(name -> name.endsWith("?"));
  }

  private void apply(String type, JsonNode chunk) {
    assertThat(isEnded).as(type).isFalse();
    assertThat(chunks.size() == 1).as(type).isEqualTo(type.equals("start"));
    assertThat(errors.isEmpty() || type.equals("finish")).as(type).isTrue();
    switch (type) {
      case "start" -> assertThat(chunk.get("messageId").textValue()).startsWith("msg-");
      case "start-step" -> {
        assertThat(isStepOpen).isFalse();
        isStepOpen = true;
        parts.add(JSON.createObjectNode().put("type", "step-start"));
      }
      case "finish-step" -> {
        assertThat(isStepOpen).isTrue();
        assertThat(openTexts).isEmpty();
        isStepOpen = false;
      }
      case "message-metadata" -> metadata = chunk.get("messageMetadata").deepCopy();
      case "error" -> errors.add(chunk.get("errorText").textValue());
      case "abort" -> {
        isAborted = true;
        end();
      }
      case "finish" -> {
        finishReason = chunk.get("finishReason").textValue();
        assertThat(finishReason).isIn("stop", "length", "content-filter", "other", "error");
        if (chunk.has("messageMetadata")) {
          metadata = chunk.get("messageMetadata").deepCopy();
        }
        end();
      }
      default -> applyContent(type, chunk);
    }
  }

  private void end() {
    assertThat(isStepOpen).isFalse();
    assertThat(openTexts).isEmpty();
    assertThat(openTools).isEmpty();
    isEnded = true;
  }

  private void applyContent(String type, JsonNode chunk) {
    if (type.startsWith("data-")) {
      applyData(type, chunk);
      return;
    }
    assertThat(isStepOpen).as(type).isTrue();
    String id = chunk.path("id").asText();
    String call = chunk.path("toolCallId").asText();
    switch (type) {
      case "text-start" -> {
        assertThat(textIds.add(id)).isTrue();
        openTexts.put(id, add(JSON.createObjectNode().put("type", "text").put("text", "")));
      }
      case "text-delta" -> {
        ObjectNode text = openTexts.get(id);
        text.put("text", text.get("text").textValue() + chunk.get("delta").textValue());
      }
      case "text-end" -> assertThat(openTexts.remove(id)).isNotNull();
      case "tool-input-available" -> {
        assertThat(toolIds.add(call)).isTrue();
        openTools.put(call, add(chunk.deepCopy()));
      }
      case "tool-output-available", "tool-output-error" -> {
        ObjectNode tool = openTools.remove(call);
        assertThat(tool).isNotNull();
        tool.setAll((ObjectNode) chunk);
      }
      default -> add(chunk.deepCopy());
    }
  }

  private ObjectNode add(ObjectNode part) {
    parts.add(part);
    return part;
  }

  private void applyData(String type, JsonNode chunk) {
    if (chunk.path("transient").asBoolean()) {
      passing.add(chunk);
      return;
    }
    if (type.equals("data-draft")) {
      drafts.add(chunk.at("/data/text").textValue());
    }
    for (ObjectNode part : parts) {
      if (part.get("type").textValue().equals(type) && part.get("id").equals(chunk.get("id"))) {
        part.set("data", chunk.get("data"));
        return;
      }
    }
    add(chunk.deepCopy());
  }

  /** The texts of all text parts, and of the draft, as a page shows them. */
  String text() {
    StringBuilder text = new StringBuilder();
    all("text").forEach(part -> text.append(part.get("text").textValue()));
    all("data-draft").forEach(part -> text.append(part.at("/data/text").textValue()));
    return text.toString();
  }

  List<ObjectNode> all(String... types) {
    return parts.stream()
        .filter(part -> List.of(types).contains(part.get("type").textValue()))
        .toList();
  }

  List<ObjectNode> tools() {
    return all("tool-input-available", "tool-output-available", "tool-output-error");
  }

  List<ObjectNode> sources() {
    return all("source-url", "source-document");
  }

  List<JsonNode> citations() {
    return all("data-citation").stream().map(part -> part.get("data")).toList();
  }

  List<String> types() {
    return chunks.stream().map(chunk -> chunk.get("type").textValue()).toList();
  }

  ArrayNode partArray() {
    return JSON.createArrayNode().addAll(parts);
  }

  /** Checks that each range of each citation covers the number of its source in the text. */
  int checkMarks() {
    String text = text();
    int marks = 0;
    for (JsonNode citation : citations()) {
      String mark = "[" + citation.get("source").intValue() + "]";
      JsonNode ranges = citation.get("marks");
      for (JsonNode range : ranges) {
        assertThat(text.substring(range.get("start").intValue(), range.get("end").intValue()))
            .isEqualTo(mark);
        marks++;
      }
      assertThat(citation.has("answerStart")).isEqualTo(!ranges.isEmpty());
      if (!ranges.isEmpty()) {
        assertThat(citation.get("answerStart")).isEqualTo(ranges.get(0).get("start"));
        assertThat(citation.get("answerEnd")).isEqualTo(ranges.get(0).get("end"));
      }
      assertThat(sources())
          .anyMatch(source -> source.get("sourceId").equals(citation.get("chunk")));
    }
    return marks;
  }
}

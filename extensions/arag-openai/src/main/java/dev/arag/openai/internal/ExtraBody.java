package dev.arag.openai.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** Additional fields of the request body that the caller sets. */
public final class ExtraBody {
  /** Fields that the run sets. Another value would break the run. */
  private static final Set<String> RESERVED =
      Set.of("model", "messages", "tools", "tool_choice", "stream", "stream_options", "n");

  private static final ObjectMapper JSON = new ObjectMapper();

  private ExtraBody() {}

  /**
   * Returns the fields as a JSON object.
   *
   * @throws IllegalArgumentException if a field is reserved or is not JSON; the message does not
   *     contain the value
   */
  public static String toJson(Map<String, ?> fields) {
    ObjectNode json = JSON.createObjectNode();
    fields.forEach((name, value) -> json.set(name, toJson(name, value)));
    return json.toString();
  }

  private static JsonNode toJson(String name, Object value) {
    if (KeyDetector.looksLikeKey(name)) {
      throw new IllegalArgumentException(
          "The name of an extraBody field looks like an API key. Pass a map from names of fields to"
              + " values, and set the key with apiKey.");
    }
    if (name.isBlank() || RESERVED.contains(name)) {
      throw new IllegalArgumentException(
          "extraBody must not contain the field '" + name + "', which the chat model sets itself.");
    }
    try {
      return JSON.valueToTree(value);
    } catch (IllegalArgumentException e) {
      // The cause is omitted, because it may contain the value.
      throw new IllegalArgumentException(
          "The value of the extraBody field '" + name + "' cannot be written as JSON.");
    }
  }

  /**
   * Passes each text in the fields to a consumer, with the name of its field. The texts of nested
   * fields and lists are included.
   */
  static void forEachText(String fields, BiConsumer<String, String> consumer) {
    forEachText("", parse(fields), consumer);
  }

  private static void forEachText(
      String name, JsonNode value, BiConsumer<String, String> consumer) {
    if (value.isTextual()) {
      consumer.accept(name, value.textValue());
    } else if (value.isObject()) {
      value.properties().forEach(field -> forEachText(field.getKey(), field.getValue(), consumer));
    } else {
      value.forEach(element -> forEachText(name, element, consumer));
    }
  }

  /** Returns the fields that a JSON object contains. */
  static ObjectNode parse(String json) {
    try {
      return JSON.readValue(json, ObjectNode.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Not a JSON object", e);
    }
  }
}

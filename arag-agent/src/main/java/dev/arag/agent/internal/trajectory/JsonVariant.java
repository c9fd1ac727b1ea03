package dev.arag.agent.internal.trajectory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Function;

/**
 * The JSON form of one subtype of a sealed type. A value is written as an object whose first field
 * names the subtype.
 *
 * @param tag the name of the first field
 * @param name the value of the first field
 * @param description names the other fields, see {@link JsonFields}
 */
record JsonVariant<T>(
    String tag, String name, Class<T> type, Function<JsonFields<T>, T> description) {

  /**
   * Returns the JSON form for a place where only this subtype occurs. The first field is ignored
   * when reading.
   */
  JsonType<T> only() {
    return new JsonType<>(this::write, this::read);
  }

  /** Returns the JSON form of a sealed type with these subtypes. */
  static <T> JsonType<T> anyOf(List<JsonVariant<? extends T>> variants) {
    return new JsonType<>(
        value -> of(value, variants).write(value),
        json ->
            variants.stream()
                .filter(each -> each.name.equals(json.required(each.tag).asText()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown subtype in " + json))
                .read(json));
  }

  /** Returns the subtype of a value. */
  static <T> JsonVariant<? extends T> of(T value, List<JsonVariant<? extends T>> variants) {
    return variants.stream().filter(each -> each.type.isInstance(value)).findFirst().orElseThrow();
  }

  private JsonNode write(Object value) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put(tag, name);
    return JsonFields.write(json, type.cast(value), description);
  }

  private T read(JsonNode json) {
    return JsonFields.read(json, description);
  }
}

package dev.arag.agent.internal.trajectory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The JSON form of a type.
 *
 * @param write converts a value to JSON
 * @param read converts JSON to a value; throws {@link IllegalArgumentException} if the JSON is
 *     invalid
 */
record JsonType<T>(Function<T, JsonNode> write, Function<JsonNode, T> read) {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  static final JsonType<Integer> INT = new JsonType<>(JSON::numberNode, JsonNode::intValue);
  static final JsonType<Long> LONG = new JsonType<>(JSON::numberNode, JsonNode::longValue);
  static final JsonType<Boolean> BOOLEAN =
      new JsonType<>(JSON::booleanNode, JsonNode::booleanValue);
  static final JsonType<String> TEXT = new JsonType<>(JSON::textNode, JsonType::requireText);

  /** A string. When reading, JSON of any other type is converted to a string. */
  static final JsonType<String> ANY_TEXT = new JsonType<>(JSON::textNode, JsonNode::asText);

  /** Returns the type of an object with the fields that a description names. */
  static <T> JsonType<T> object(Function<JsonFields<T>, T> description) {
    return new JsonType<>(
        value -> JsonFields.write(JSON.objectNode(), value, description),
        json -> JsonFields.read(json, description));
  }

  static <T> JsonType<List<T>> list(JsonType<T> element) {
    return new JsonType<>(values -> writeList(values, element), json -> readList(json, element));
  }

  /** Returns the type of an enum, whose constants are written by name. */
  static <E extends Enum<E>> JsonType<E> constant(Class<E> type) {
    return TEXT.as(Enum::name, name -> Enum.valueOf(type, name));
  }

  /**
   * Returns the type of an enum, whose constants are written by name. An unknown name is read as
   * {@code unknown}.
   */
  static <E extends Enum<E>> JsonType<E> constantOr(E unknown) {
    return ANY_TEXT.as(
        Enum::name,
        name ->
            Stream.of(unknown.getDeclaringClass().getEnumConstants())
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElse(unknown));
  }

  /** Returns a type whose values are converted to this type when they are written. */
  <U> JsonType<U> as(Function<U, T> convert, Function<T, U> restore) {
    return new JsonType<>(convert.andThen(write), read.andThen(restore));
  }

  private static <T> JsonNode writeList(List<T> values, JsonType<T> element) {
    ArrayNode json = JSON.arrayNode();
    values.forEach(value -> json.add(element.write.apply(value)));
    return json;
  }

  private static <T> List<T> readList(JsonNode json, JsonType<T> element) {
    if (!json.isArray()) {
      throw new IllegalArgumentException("expected an array, found " + json.getNodeType());
    }
    List<T> values = new ArrayList<>();
    json.forEach(each -> values.add(element.read.apply(each)));
    return values;
  }

  private static String requireText(JsonNode json) {
    if (!json.isTextual()) {
      throw new IllegalArgumentException("expected a string, found " + json.getNodeType());
    }
    return json.textValue();
  }
}

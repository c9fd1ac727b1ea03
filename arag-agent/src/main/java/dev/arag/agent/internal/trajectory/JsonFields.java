package dev.arag.agent.internal.trajectory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes or reads the fields of one JSON object. A description is a function that names each field
 * once, in the order of the file, and creates the value from the fields. The same description is
 * used for writing and for reading, so the two cannot differ.
 *
 * @param <T> the type of the value
 */
final class JsonFields<T> {
  private final JsonNode json;
  private final @Nullable ObjectNode out;
  private final @Nullable T value;

  private JsonFields(JsonNode json, @Nullable ObjectNode out, @Nullable T value) {
    this.json = json;
    this.out = out;
    this.value = value;
  }

  /** Adds the fields of a value to an object. */
  static <T> ObjectNode write(ObjectNode json, T value, Function<JsonFields<T>, ?> description) {
    Object unused = description.apply(new JsonFields<>(json, json, value));
    return json;
  }

  /**
   * Reads a value from an object.
   *
   * @throws IllegalArgumentException if a field is missing or invalid
   */
  static <T, R> R read(JsonNode json, Function<JsonFields<T>, R> description) {
    return description.apply(new JsonFields<>(json, null, null));
  }

  /** Describes a required field. */
  <F> F field(String name, Function<T, F> getter, JsonType<F> type) {
    return out == null || value == null
        ? type.read().apply(json.required(name))
        : write(out, name, getter.apply(value), type);
  }

  /** Describes a field that files of earlier releases do not contain. */
  <F> F optional(String name, Function<T, F> getter, JsonType<F> type, F absent) {
    return out == null && !json.has(name) ? absent : field(name, getter, type);
  }

  /** Describes a field that is omitted if it has its default value. */
  <F> F unlessEqual(F defaultValue, String name, Function<T, F> getter, JsonType<F> type) {
    return value != null && getter.apply(value).equals(defaultValue)
        ? defaultValue
        : optional(name, getter, type, defaultValue);
  }

  /** Describes a field that may be null. */
  <F> @Nullable F nullable(String name, Function<T, @Nullable F> getter, JsonType<F> type) {
    if (out == null || value == null) {
      JsonNode field = json.required(name);
      return field.isNull() ? null : type.read().apply(field);
    }
    F field = getter.apply(value);
    if (field == null) {
      out.putNull(name);
      return null;
    }
    return write(out, name, field, type);
  }

  /**
   * Describes a field that is computed from other fields for people who read the file. The field is
   * ignored when the file is read.
   */
  void derived(String name, Function<T, JsonNode> getter) {
    if (out != null && value != null) {
      out.set(name, getter.apply(value));
    }
  }

  String text(String name, Function<T, String> getter) {
    return field(name, getter, JsonType.TEXT);
  }

  String optionalText(String name, Function<T, String> getter) {
    return optional(name, getter, JsonType.ANY_TEXT, "");
  }

  int integer(String name, Function<T, Integer> getter) {
    return field(name, getter, JsonType.INT);
  }

  long longInteger(String name, Function<T, Long> getter) {
    return field(name, getter, JsonType.LONG);
  }

  boolean flag(String name, Function<T, Boolean> getter) {
    return field(name, getter, JsonType.BOOLEAN);
  }

  Duration nanos(String name, Function<T, Duration> getter) {
    return field(name, getter, JsonType.LONG.as(Duration::toNanos, Duration::ofNanos));
  }

  <F> List<F> list(String name, Function<T, List<F>> getter, JsonType<F> element) {
    return field(name, getter, JsonType.list(element));
  }

  private static <F> F write(ObjectNode out, String name, F field, JsonType<F> type) {
    out.set(name, type.write().apply(field));
    return field;
  }
}

package dev.arag.core.internal.metadata;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Validates and copies document metadata. */
public final class Metadata {
  private Metadata() {}

  /** Returns an unmodifiable copy in key order. */
  public static Map<String, Object> copyOf(Map<String, Object> metadata) {
    if (metadata.isEmpty()) {
      return Map.of();
    }
    Map<String, Object> copy = new TreeMap<>();
    metadata.forEach((key, value) -> copy.put(key, requireValue(key, value)));
    return Collections.unmodifiableMap(copy);
  }

  /**
   * Adds a field {@code metadata} to the fields of a hit, unless there are no keys.
   *
   * @param fields changed by this method
   * @return an unmodifiable view of the fields
   */
  public static Map<String, Object> addShown(
      Map<String, Object> fields, Map<String, Object> metadata, Collection<String> keys) {
    if (!requireNonNull(keys, "metadataKeys").isEmpty()) {
      Map<String, Object> shown = new LinkedHashMap<>();
      for (String key : keys) {
        if (metadata.containsKey(requireNonNull(key, "metadataKey"))) {
          shown.put(key, metadata.get(key));
        }
      }
      fields.put("metadata", Collections.unmodifiableMap(shown));
    }
    return Collections.unmodifiableMap(fields);
  }

  public static String requireKey(String key) {
    if (requireNonNull(key, "key").isBlank()) {
      throw new IllegalArgumentException("A metadata key must not be blank.");
    }
    return key;
  }

  /**
   * Validates and normalizes a value. Integer types become Long, other numbers become Double, dates
   * and instants become their ISO 8601 text, and a list is replaced by an unmodifiable copy.
   */
  public static Object requireValue(String key, Object value) {
    requireKey(key);
    requireNonNull(value, "value");
    if (value instanceof String || value instanceof Boolean) {
      return value;
    }
    if (value instanceof LocalDate || value instanceof Instant) {
      return value.toString();
    }
    if (value instanceof Number number) {
      return requireNumber(key, number);
    }
    if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
      return List.copyOf(list);
    }
    throw new IllegalArgumentException(
        "Metadata '"
            + key
            + "' must be a string, a number, a boolean, a LocalDate, an Instant or a list of strings, was "
            + value.getClass().getSimpleName());
  }

  private static Number requireNumber(String key, Number number) {
    if (number instanceof Byte
        || number instanceof Short
        || number instanceof Integer
        || number instanceof Long) {
      return number.longValue();
    }
    double value = number.doubleValue();
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("Metadata '" + key + "' must be finite, was " + number);
    }
    return value;
  }
}

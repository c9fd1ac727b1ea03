package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Validates the values of scopes and compares them with metadata. */
final class MetadataValues {
  private MetadataValues() {}

  static String requireKey(String key) {
    return requireText("key", key);
  }

  static String requireText(String parameter, String value) {
    if (requireNonNull(value, parameter).isBlank()) {
      throw new IllegalArgumentException(parameter + " must not be blank");
    }
    return value;
  }

  static Object requireScalar(String key, @Nullable Object value) {
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      return value;
    }
    throw new IllegalArgumentException(
        "A scope on '" + key + "' needs a string, number or boolean, was " + value);
  }

  static void requireSameKind(String key, Object low, Object high) {
    boolean numbers = low instanceof Number && high instanceof Number;
    boolean strings = low instanceof String && high instanceof String;
    if (!numbers && !strings) {
      throw new IllegalArgumentException(
          "A range on '" + key + "' needs two numbers or two strings, was " + low + ", " + high);
    }
  }

  static boolean equal(@Nullable Object present, Object wanted) {
    if (present instanceof List<?> list) {
      return list.contains(wanted);
    }
    if (present instanceof Number number && wanted instanceof Number other) {
      return compare(number, other) == 0;
    }
    return wanted.equals(present);
  }

  static boolean isBetween(@Nullable Object present, Object low, Object high) {
    if (present instanceof Number number
        && low instanceof Number from
        && high instanceof Number to) {
      return compare(number, from) >= 0 && compare(number, to) <= 0;
    }
    if (present instanceof String text && low instanceof String from && high instanceof String to) {
      return CorpusOrder.compareCodePoints(text, from) >= 0
          && CorpusOrder.compareCodePoints(text, to) <= 0;
    }
    return false;
  }

  private static int compare(Number left, Number right) {
    boolean whole = isWhole(left) && isWhole(right);
    return whole
        ? Long.compare(left.longValue(), right.longValue())
        : Double.compare(left.doubleValue(), right.doubleValue());
  }

  private static boolean isWhole(Number number) {
    return !(number instanceof Double || number instanceof Float);
  }
}

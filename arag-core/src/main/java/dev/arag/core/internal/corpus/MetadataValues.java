package dev.arag.core.internal.corpus;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.CorpusOrder;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Validates the values of scopes and compares them with metadata. */
public final class MetadataValues {
  private MetadataValues() {}

  public static String requireKey(String key) {
    return requireText("key", key);
  }

  public static String requireText(String parameter, String value) {
    if (requireNonNull(value, parameter).isBlank()) {
      throw new IllegalArgumentException(parameter + " must not be blank");
    }
    return value;
  }

  /** Validates a value and replaces a date or an instant by the text that metadata contain. */
  public static Object requireScalar(String key, @Nullable Object value) {
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      return value;
    }
    if (value instanceof LocalDate || value instanceof Instant) {
      return value.toString();
    }
    throw new IllegalArgumentException(
        "A scope on '"
            + key
            + "' needs a string, number, boolean, LocalDate or Instant, was "
            + value);
  }

  /** Requires bounds of one kind, of which the lower one is not above the other. */
  public static void requireRange(String key, Object low, Object high) {
    boolean numbers = low instanceof Number && high instanceof Number;
    boolean isComparable =
        low instanceof String || low instanceof LocalDate || low instanceof Instant;
    if (!numbers && !(isComparable && low.getClass() == high.getClass())) {
      throw new IllegalArgumentException(
          "A range on '"
              + key
              + "' needs two bounds of the same type (number, string, LocalDate or Instant), was "
              + low
              + " ("
              + low.getClass().getSimpleName()
              + ") and "
              + high
              + " ("
              + high.getClass().getSimpleName()
              + ")");
    }
    if (order(low, high) > 0) {
      throw new IllegalArgumentException(
          "The lower bound of a range on '"
              + key
              + "' must be <= the upper bound, was "
              + low
              + " and "
              + high);
    }
  }

  private static int order(Object low, Object high) {
    if (low instanceof Number from && high instanceof Number to) {
      return compare(from, to);
    }
    if (low instanceof LocalDate from && high instanceof LocalDate to) {
      return from.compareTo(to);
    }
    return low instanceof Instant from && high instanceof Instant to
        ? from.compareTo(to)
        : CorpusOrder.compareCodePoints(low.toString(), high.toString());
  }

  public static boolean equal(@Nullable Object present, Object wanted) {
    if (present instanceof List<?> list) {
      return list.contains(wanted);
    }
    if (present instanceof Number number && wanted instanceof Number other) {
      return compare(number, other) == 0;
    }
    return wanted.equals(present);
  }

  public static boolean isBetween(@Nullable Object present, Object low, Object high) {
    if (present instanceof Number number
        && low instanceof Number from
        && high instanceof Number to) {
      return compare(number, from) >= 0 && compare(number, to) <= 0;
    }
    if (present instanceof String text && low instanceof String from && high instanceof String to) {
      return CorpusOrder.compareCodePoints(text, from) >= 0
          && CorpusOrder.compareCodePoints(text, to) <= 0;
    }
    return present instanceof String text && isTimeBetween(text, low, high);
  }

  private static boolean isTimeBetween(String text, Object low, Object high) {
    if (low instanceof LocalDate from && high instanceof LocalDate to) {
      return IsoText.date(text).filter(it -> !it.isBefore(from) && !it.isAfter(to)).isPresent();
    }
    return low instanceof Instant from
        && high instanceof Instant to
        && IsoText.instant(text).filter(it -> !it.isBefore(from) && !it.isAfter(to)).isPresent();
  }

  private static int compare(Number left, Number right) {
    boolean whole = isWhole(left) && isWhole(right);
    return whole
        ? Long.compare(left.longValue(), right.longValue())
        : Double.compare(left.doubleValue(), right.doubleValue());
  }

  /** Whether {@link Number#longValue} returns exactly the value of a number. */
  private static boolean isWhole(Number number) {
    return number instanceof Long
        || number instanceof Integer
        || number instanceof Short
        || number instanceof Byte
        || (number instanceof BigInteger large && large.bitLength() < Long.SIZE);
  }
}

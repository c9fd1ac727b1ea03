package dev.arag.agent.internal.typed;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The supported types of fields whose value is a single string, number, date, or boolean. */
final class ScalarTypes {
  private static final Map<Class<?>, ScalarType> ALL = new HashMap<>();

  private static final Pattern GROUPED =
      Pattern.compile("[-+]?\\d{1,3}(?:[ ,_'\u00A0\u202F]\\d{3})+(?:\\.\\d+)?");

  /** Longer numbers are slow to process and do not occur in documents. */
  private static final int MAX_DIGITS = 400;

  private static final List<DateTimeFormatter> DATES =
      List.of(
          DateTimeFormatter.ISO_LOCAL_DATE,
          DateTimeFormatter.ISO_DATE_TIME,
          pattern("d MMMM uuuu"),
          pattern("d MMM uuuu"),
          pattern("MMMM d, uuuu"),
          pattern("MMM d, uuuu"),
          pattern("d.M.uuuu"));

  static {
    integer(BigDecimal::longValueExact, long.class, Long.class);
    integer(BigDecimal::intValueExact, int.class, Integer.class);
    integer(BigDecimal::shortValueExact, short.class, Short.class);
    integer(BigDecimal::byteValueExact, byte.class, Byte.class);
    integer(BigDecimal::toBigIntegerExact, BigInteger.class);
    decimal(ScalarTypes::finite, double.class, Double.class);
    decimal(number -> (float) finite(number), float.class, Float.class);
    decimal(number -> number, BigDecimal.class);
    put(new ScalarType("string", "text", text -> text.isEmpty() ? null : text, true), String.class);
    put(new ScalarType("boolean", "true or false", ScalarTypes::bool, false), boolean.class);
    put(new ScalarType("boolean", "true or false", ScalarTypes::bool, false), Boolean.class);
    put(new ScalarType("string", "a date as YYYY-MM-DD", ScalarTypes::date, true), LocalDate.class);
  }

  private ScalarTypes() {}

  static Optional<FieldType> of(Class<?> type) {
    return Optional.ofNullable(ALL.get(type));
  }

  private static void put(ScalarType scalar, Class<?>... types) {
    for (Class<?> type : types) {
      ALL.put(type, scalar);
    }
  }

  private static void integer(Function<BigDecimal, Object> exact, Class<?>... types) {
    put(new ScalarType("integer", "a whole number", text -> number(text, exact), true), types);
  }

  private static void decimal(Function<BigDecimal, Object> exact, Class<?>... types) {
    put(new ScalarType("number", "a number", text -> number(text, exact), true), types);
  }

  private static @Nullable Object number(String text, Function<BigDecimal, Object> exact) {
    String plain = GROUPED.matcher(text).matches() ? text.replaceAll("[^-+.\\d]", "") : text;
    if (plain.length() > MAX_DIGITS) {
      return null;
    }
    try {
      BigDecimal number = new BigDecimal(plain);
      return Math.abs((long) number.scale()) > MAX_DIGITS ? null : exact.apply(number);
    } catch (ArithmeticException | NumberFormatException e) {
      return null;
    }
  }

  private static double finite(BigDecimal number) {
    double value = number.doubleValue();
    if (Double.isInfinite(value)) {
      throw new ArithmeticException("too large");
    }
    return value;
  }

  private static @Nullable Object bool(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "yes" -> true;
      case "false", "no" -> false;
      default -> null;
    };
  }

  private static @Nullable Object date(String text) {
    for (DateTimeFormatter format : DATES) {
      try {
        return LocalDate.parse(text, format);
      } catch (DateTimeException e) {
        // Try the next format.
      }
    }
    return null;
  }

  private static DateTimeFormatter pattern(String pattern) {
    return new DateTimeFormatterBuilder()
        .parseCaseInsensitive()
        .appendPattern(pattern)
        .toFormatter(Locale.ENGLISH);
  }
}

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

/** The types that are one text, number, date or truth value. */
final class ScalarTypes {
  private static final Map<Class<?>, ScalarType> ALL = new HashMap<>();

  private static final Pattern GROUPED =
      Pattern.compile("[-+]?\\d{1,3}(?:[ ,_'\u00A0\u202F]\\d{3})+(?:\\.\\d+)?");

  /** A number of so many digits would take long to handle and is none of any document. */
  private static final int LONGEST_NUMBER = 400;

  private static final List<DateTimeFormatter> DATES =
      List.of(
          DateTimeFormatter.ISO_LOCAL_DATE,
          DateTimeFormatter.ISO_DATE_TIME,
          written("d MMMM uuuu"),
          written("d MMM uuuu"),
          written("MMMM d, uuuu"),
          written("MMM d, uuuu"),
          written("d.M.uuuu"));

  static {
    whole(BigDecimal::longValueExact, long.class, Long.class);
    whole(BigDecimal::intValueExact, int.class, Integer.class);
    whole(BigDecimal::shortValueExact, short.class, Short.class);
    whole(BigDecimal::byteValueExact, byte.class, Byte.class);
    whole(BigDecimal::toBigIntegerExact, BigInteger.class);
    broken(ScalarTypes::finite, double.class, Double.class);
    broken(number -> (float) finite(number), float.class, Float.class);
    broken(number -> number, BigDecimal.class);
    put(new ScalarType("string", "text", text -> text.isEmpty() ? null : text, true), String.class);
    put(new ScalarType("boolean", "true or false", ScalarTypes::truth, false), boolean.class);
    put(new ScalarType("boolean", "true or false", ScalarTypes::truth, false), Boolean.class);
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

  private static void whole(Function<BigDecimal, Object> exact, Class<?>... types) {
    put(new ScalarType("integer", "a whole number", text -> number(text, exact), true), types);
  }

  private static void broken(Function<BigDecimal, Object> exact, Class<?>... types) {
    put(new ScalarType("number", "a number", text -> number(text, exact), true), types);
  }

  private static @Nullable Object number(String text, Function<BigDecimal, Object> exact) {
    String plain = GROUPED.matcher(text).matches() ? text.replaceAll("[^-+.\\d]", "") : text;
    if (plain.length() > LONGEST_NUMBER) {
      return null;
    }
    try {
      BigDecimal number = new BigDecimal(plain);
      return Math.abs((long) number.scale()) > LONGEST_NUMBER ? null : exact.apply(number);
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

  private static @Nullable Object truth(String text) {
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
        // The next one.
      }
    }
    return null;
  }

  private static DateTimeFormatter written(String pattern) {
    return new DateTimeFormatterBuilder()
        .parseCaseInsensitive()
        .appendPattern(pattern)
        .toFormatter(Locale.ENGLISH);
  }
}

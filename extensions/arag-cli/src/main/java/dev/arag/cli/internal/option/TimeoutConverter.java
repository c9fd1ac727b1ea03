package dev.arag.cli.internal.option;

import java.time.Duration;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses durations such as {@code 90s}, {@code 5m} and {@code 1h}. */
public final class TimeoutConverter implements ITypeConverter<Duration> {
  private static final int MAX_DIGITS = 6;
  private static final Map<Character, Duration> UNITS =
      Map.of('s', Duration.ofSeconds(1), 'm', Duration.ofMinutes(1), 'h', Duration.ofHours(1));

  @Override
  public Duration convert(String text) {
    int digits = text.length() - 1;
    Duration unit = digits < 0 ? null : UNITS.get(text.charAt(digits));
    if (unit == null || digits < 1 || digits > MAX_DIGITS || !isNumber(text, digits)) {
      throw new TypeConversionException("use a duration such as 90s, 5m or 1h; was '" + text + "'");
    }
    Duration timeout = unit.multipliedBy(Long.parseLong(text.substring(0, digits)));
    if (timeout.isZero()) {
      throw new TypeConversionException("the time must be greater than 0; was '" + text + "'");
    }
    return timeout;
  }

  private static boolean isNumber(String text, int digits) {
    return text.chars().limit(digits).allMatch(character -> character >= '0' && character <= '9');
  }
}

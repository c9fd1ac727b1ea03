package dev.arag.openai.internal;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;

/**
 * Reads the delay that a server asks for before a retry. Servers send it in milliseconds (OpenAI,
 * Azure), in seconds, or as a date (both RFC 9110). Negative and malformed values are ignored.
 */
final class RetryAfter {
  private static final List<String> MILLIS = List.of("retry-after-ms", "x-ms-retry-after-ms");
  private static final double MAX_SECONDS = Duration.ofDays(365).toSeconds();

  private RetryAfter() {}

  static Optional<Duration> of(HttpHeaders headers, Instant now) {
    for (String name : MILLIS) {
      Optional<Duration> wait = headers.firstValue(name).flatMap(text -> amount(text, 0.001));
      if (wait.isPresent()) {
        return wait;
      }
    }
    return headers
        .firstValue("retry-after")
        .flatMap(text -> amount(text, 1).or(() -> until(text, serverTime(headers, now))));
  }

  private static Optional<Duration> amount(String text, double unitSeconds) {
    try {
      double seconds = Double.parseDouble(text.strip()) * unitSeconds;
      // Both comparisons are false for NaN.
      return seconds >= 0 && seconds < Double.POSITIVE_INFINITY
          ? Optional.of(Duration.ofMillis(Math.round(Math.min(seconds, MAX_SECONDS) * 1000)))
          : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Returns the delay until a date; zero if the date has passed. */
  private static Optional<Duration> until(String text, Instant now) {
    return date(text)
        .map(date -> Duration.between(now, date))
        .map(wait -> wait.isNegative() ? Duration.ZERO : wait);
  }

  /**
   * Returns the current time of the server's clock if the response contains it, because the local
   * clock may be wrong.
   */
  private static Instant serverTime(HttpHeaders headers, Instant now) {
    return headers.firstValue("date").flatMap(RetryAfter::date).orElse(now);
  }

  private static Optional<Instant> date(String text) {
    try {
      return Optional.of(
          ZonedDateTime.parse(text.strip(), DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}

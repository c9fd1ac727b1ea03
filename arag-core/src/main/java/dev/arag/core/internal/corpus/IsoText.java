package dev.arag.core.internal.corpus;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads dates and times from texts in ISO 8601 format. */
public final class IsoText {
  /** A date, and what follows it if this begins like a time of day. */
  private static final Pattern DATE =
      Pattern.compile("([+-]?[0-9]{4,10}-[0-9]{2}-[0-9]{2})([T ][0-9].*)?");

  private IsoText() {}

  /** Returns the date at the start of a text, without the time and the zone that may follow. */
  public static Optional<LocalDate> date(String text) {
    Matcher date = DATE.matcher(text);
    return date.matches() ? parse(date.group(1), LocalDate::parse) : Optional.empty();
  }

  /**
   * Returns the point in time that a text denotes: a date, a time and an offset. Only {@link
   * OffsetDateTime} reads times without seconds, and only {@link Instant} reads {@link
   * Instant#MAX}.
   */
  public static Optional<Instant> instant(String text) {
    return DATE.matcher(text).matches()
        ? parse(text, OffsetDateTime::parse)
            .map(OffsetDateTime::toInstant)
            .or(() -> parse(text, Instant::parse))
        : Optional.empty();
  }

  private static <T> Optional<T> parse(String text, Function<String, T> parser) {
    try {
      return Optional.of(parser.apply(text));
    } catch (DateTimeParseException notATime) {
      return Optional.empty();
    }
  }
}

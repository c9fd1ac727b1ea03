package dev.arag.openai.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {
  private static final Instant NOW = Instant.parse("2026-11-22T10:00:00Z");

  private static Optional<Duration> read(Map<String, String> headers) {
    Map<String, List<String>> all = new java.util.TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.forEach((name, value) -> all.put(name, List.of(value)));
    return RetryAfter.of(HttpHeaders.of(all, (name, value) -> true), NOW);
  }

  @ParameterizedTest
  @CsvSource({
    "Retry-After, 7, 7000",
    "retry-after, ' 7 ', 7000",
    "Retry-After, 0, 0",
    "Retry-After, 1.5, 1500",
    "Retry-After, 86400, 86400000",
    "Retry-After-Ms, 250, 250",
    "x-ms-retry-after-ms, 1200.4, 1200",
    "Retry-After, 'Sun, 22 Nov 2026 10:00:09 GMT', 9000",
    "Retry-After, 'Sun, 22 Nov 2026 09:00:00 GMT', 0",
    "Retry-After, 1e300, 31536000000"
  })
  void readsEveryFormat(String name, String value, long millis) {
    assertThat(read(Map.of(name, value))).hasValue(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "soon", "", "NaN", "Infinity", "22 Nov", "1,5", "0x10", "7 s"})
  void ignoresAnInvalidValue(String value) {
    assertThat(read(Map.of("Retry-After", value))).isEmpty();
    assertThat(read(Map.of("Retry-After-Ms", value, "Retry-After", "3")))
        .hasValue(Duration.ofSeconds(3));
  }

  @Test
  void prefersMillisecondsToSeconds() {
    assertThat(read(Map.of("Retry-After", "2", "retry-after-ms", "1800")))
        .hasValue(Duration.ofMillis(1800));
  }

  @Test
  void comparesADateWithTheClockOfTheServer() {
    assertThat(
            read(
                Map.of(
                    "Date", "Sun, 22 Nov 2026 12:00:00 GMT",
                    "Retry-After", "Sun, 22 Nov 2026 12:00:05 GMT")))
        .hasValue(Duration.ofSeconds(5));
  }

  @Test
  void returnsNoDelayWithoutHeaders() {
    assertThat(read(Map.of())).isEmpty();
  }
}

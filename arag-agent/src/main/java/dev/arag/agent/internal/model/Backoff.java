package dev.arag.agent.internal.model;

import dev.arag.agent.model.ModelException;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/** How long to wait before a failed request is sent again. */
final class Backoff {
  /** A server that asks for more is not waited for. */
  static final Duration LONGEST_ASKED = Duration.ofSeconds(60);

  private static final long FIRST_MILLIS = 500;
  private static final long LONGEST_MILLIS = 8_000;
  private static final double MOST_JITTER = 0.25;

  private Backoff() {}

  /** What the server asks for; else half a second, doubled each time, less up to a quarter. */
  static Duration waitAfter(int attempt, ModelException failure, DoubleSupplier jitter) {
    return failure.retryAfter().orElseGet(() -> backoff(attempt, jitter.getAsDouble()));
  }

  private static Duration backoff(int attempt, double random) {
    long doubled = FIRST_MILLIS << Math.min(attempt - 1, 10);
    double less = 1 - MOST_JITTER * Math.max(0, Math.min(1, random));
    return Duration.ofMillis(Math.round(Math.min(doubled, LONGEST_MILLIS) * less));
  }
}

package dev.arag.agent.internal.model;

import dev.arag.agent.model.ModelException;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/** Delays between the attempts of a request. */
final class Backoff {
  /** A server that asks for a longer delay is not retried. */
  static final Duration MAX_SERVER_DELAY = Duration.ofSeconds(60);

  private static final long INITIAL_MILLIS = 500;
  private static final long MAX_MILLIS = 8_000;
  private static final double MAX_JITTER = 0.25;

  private Backoff() {}

  /**
   * The delay the server asked for; otherwise 0.5 s, doubled for each attempt up to 8 s, minus up
   * to 25 % jitter.
   */
  static Duration delay(int attempt, ModelException failure, DoubleSupplier jitter) {
    return failure.retryAfter().orElseGet(() -> backoff(attempt, jitter.getAsDouble()));
  }

  private static Duration backoff(int attempt, double random) {
    long doubled = INITIAL_MILLIS << Math.min(attempt - 1, 10);
    double less = 1 - MAX_JITTER * Math.max(0, Math.min(1, random));
    return Duration.ofMillis(Math.round(Math.min(doubled, MAX_MILLIS) * less));
  }
}

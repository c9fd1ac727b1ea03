package dev.arag.agent.internal.model;

import java.time.Duration;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/** Computes the delays between the attempts of a request. */
public final class Backoff {
  /**
   * The longest delay that is accepted from a server. A request is not retried if the server asks
   * for more.
   */
  public static final Duration MAX_SERVER_DELAY = Duration.ofSeconds(60);

  private static final long INITIAL_MILLIS = 500;
  private static final long MAX_MILLIS = 8_000;
  private static final double MAX_JITTER = 0.25;

  private Backoff() {}

  /**
   * Returns the delay that the server asked for. If it asked for none, the delay starts at 0.5 s
   * and doubles with each attempt up to 8 s, minus up to 25% jitter.
   *
   * @param attempt the number of failed attempts, at least 1
   * @param asked the delay that the server asked for
   * @param jitter returns numbers from 0 to 1
   */
  public static Duration delay(int attempt, Optional<Duration> asked, DoubleSupplier jitter) {
    return asked.orElseGet(() -> backoff(attempt, jitter.getAsDouble()));
  }

  private static Duration backoff(int attempt, double random) {
    long doubled = INITIAL_MILLIS << Math.min(attempt - 1, 10);
    double less = 1 - MAX_JITTER * Math.max(0, Math.min(1, random));
    return Duration.ofMillis(Math.round(Math.min(doubled, MAX_MILLIS) * less));
  }
}

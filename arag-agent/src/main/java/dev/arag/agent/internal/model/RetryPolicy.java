package dev.arag.agent.internal.model;

import dev.arag.agent.model.ModelException;
import java.time.Duration;
import java.util.function.Supplier;

/** Runs the attempts of one call within its retry and time limits. Not thread-safe. */
final class RetryPolicy {
  private final CallOptions options;
  private long attemptNanos = System.nanoTime();
  private int attempts;

  RetryPolicy(CallOptions options) {
    this.options = options;
  }

  /** Makes attempts until one succeeds, one fails permanently, or no retry or time is left. */
  <T> T run(Supplier<T> attempt) {
    for (int retriesLeft = options.retries(); ; retriesLeft--) {
      try {
        attempts++;
        attemptNanos = System.nanoTime();
        return attempt.get();
      } catch (ModelException e) {
        if (!e.isRetriable() || retriesLeft <= 0) {
          throw e;
        }
        waitAfter(e);
      }
    }
  }

  /** Reports that the request will be repeated immediately in another form. */
  void reportChangeOfForm(ModelException why) {
    report(why, Duration.ZERO);
  }

  private void report(ModelException failure, Duration wait) {
    if (options.isAbandoned().getAsBoolean()) {
      throw failure;
    }
    Duration elapsed = Duration.ofNanos(System.nanoTime() - attemptNanos);
    options.onRetry().accept(new CallOptions.FailedAttempt(failure, wait, elapsed));
  }

  private void waitAfter(ModelException failure) {
    Duration wait = Backoff.delay(attempts, failure, options.jitter());
    if (wait.compareTo(Backoff.MAX_SERVER_DELAY) > 0) {
      throw ModelFailures.permanent(
          failure,
          "The server asked for a delay of %s, which is too long.".formatted(inSeconds(wait)));
    }
    if (wait.compareTo(remaining()) >= 0) {
      throw ModelFailures.permanent(
          failure,
          "A retry after %s would exceed the deadline of the run.".formatted(inSeconds(wait)));
    }
    report(failure, wait);
    try {
      Thread.sleep(wait.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ModelFailures.interrupted(e);
    }
  }

  private Duration remaining() {
    return Duration.ofNanos(Math.max(0, options.endNanos() - System.nanoTime()));
  }

  private static String inSeconds(Duration wait) {
    return wait.toMillis() % 1000 == 0
        ? wait.toSeconds() + " s"
        : ModelFailures.seconds(wait) + " s";
  }
}

package dev.arag.agent.internal.model;

import dev.arag.agent.internal.failure.ModelFailures;
import dev.arag.agent.model.ModelException;
import java.time.Duration;
import java.util.function.Function;

/** The attempts of one call: how many are left, and how much time. For one thread. */
final class RetryPolicy {
  private final CallOptions terms;
  private final long startNanos = System.nanoTime();
  private long attemptNanos = startNanos;
  private int made;

  RetryPolicy(CallOptions terms) {
    this.terms = terms;
  }

  /**
   * Makes attempts until one succeeds, fails for good, or the time is over.
   *
   * @param attempt is given the time that is left
   */
  <T> T make(Function<Duration, T> attempt) {
    for (int retriesLeft = terms.retries(); ; retriesLeft--) {
      try {
        made++;
        attemptNanos = System.nanoTime();
        return attempt.apply(left());
      } catch (ModelException e) {
        if (!e.isRetriable() || retriesLeft <= 0) {
          throw e;
        }
        waitAfter(e);
      }
    }
  }

  /** Tells that the same is asked in another form at once. */
  void changeForm(ModelException why) {
    tell(why, Duration.ZERO);
  }

  private void tell(ModelException failure, Duration wait) {
    Duration elapsed = Duration.ofNanos(System.nanoTime() - attemptNanos);
    terms.onRetry().accept(new CallOptions.Retry(failure, wait, elapsed));
  }

  private void waitAfter(ModelException failure) {
    Duration wait = Backoff.waitAfter(made, failure, terms.jitter());
    if (wait.compareTo(Backoff.LONGEST_ASKED) > 0) {
      throw ModelFailures.permanent(failure, "It asks to wait %s.".formatted(told(wait)));
    }
    if (wait.compareTo(left()) >= 0) {
      throw ModelFailures.permanent(
          failure,
          "Another attempt in %s would come after the deadline of the run.".formatted(told(wait)));
    }
    tell(failure, wait);
    try {
      Thread.sleep(wait.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ModelFailures.interrupted(e);
    }
  }

  private Duration left() {
    Duration left = terms.atMost().minusNanos(System.nanoTime() - startNanos);
    return left.isNegative() ? Duration.ZERO : left;
  }

  private static String told(Duration wait) {
    return wait.toMillis() % 1000 == 0
        ? wait.toSeconds() + " s"
        : ModelFailures.seconds(wait) + " s";
  }
}

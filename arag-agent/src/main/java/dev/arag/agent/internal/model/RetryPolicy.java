package dev.arag.agent.internal.model;

import dev.arag.agent.internal.concurrent.ContextTask;
import dev.arag.agent.model.ModelException;
import dev.arag.core.internal.failure.Causes;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/** Runs the attempts of one call within its retry and time limits. Not thread-safe. */
final class RetryPolicy {
  private final CallOptions options;
  private long attemptNanos = System.nanoTime();
  private int attempts;
  private int retriesLeft;

  RetryPolicy(CallOptions options) {
    this.options = options;
    retriesLeft = options.retries();
  }

  /** Starts an attempt. Returns whether it is the first one. */
  boolean begin() {
    attempts++;
    attemptNanos = System.nanoTime();
    return attempts == 1;
  }

  /**
   * Waits before the next attempt.
   *
   * @throws ModelException if the failure is permanent, or if no retry or time is left
   */
  void waitAfter(ModelException failure) {
    if (!failure.isRetriable() || retriesLeft <= 0) {
      throw failure;
    }
    retriesLeft--;
    pauseAfter(failure);
  }

  /** Makes an attempt that is not the first one. */
  <T> T inContext(Supplier<T> attempt) {
    ContextTask<T> task = new ContextTask<>(attempt::get, options.retryContext());
    task.runInContext();
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw Causes.unchecked(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("The task has not ended.", e);
    }
  }

  /** Reports that the request will be repeated immediately in another form. */
  void reportChangeOfForm(ModelException why) {
    retriesLeft = options.retries();
    report(why, Duration.ZERO);
  }

  private void report(ModelException failure, Duration wait) {
    if (options.isAbandoned().getAsBoolean()) {
      throw failure;
    }
    Duration elapsed = Duration.ofNanos(System.nanoTime() - attemptNanos);
    options.onRetry().accept(new CallOptions.FailedAttempt(failure, wait, elapsed));
  }

  private void pauseAfter(ModelException failure) {
    Duration wait = Backoff.delay(attempts, failure.retryAfter(), options.jitter());
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

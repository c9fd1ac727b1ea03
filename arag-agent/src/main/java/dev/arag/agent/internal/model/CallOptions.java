package dev.arag.agent.internal.model;

import dev.arag.agent.model.ModelException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.UnaryOperator;

/**
 * The limits and callbacks of one model call.
 *
 * @param atMost the time limit, all attempts and the delays between them included
 * @param retries the maximum number of retries
 * @param jitter random numbers from 0 to 1, so that callers that failed together do not retry
 *     together
 * @param onRetry called before each retry, on the caller's thread
 * @param onText receives the text while a streaming model writes it, on the caller's thread; text
 *     received before a retry is void
 * @param taskWrapper called with each attempt, on the caller's thread; the task it returns runs the
 *     attempt on another thread. It must not throw
 */
public record CallOptions(
    Duration atMost,
    int retries,
    DoubleSupplier jitter,
    Consumer<FailedAttempt> onRetry,
    Consumer<String> onText,
    UnaryOperator<Runnable> taskWrapper) {

  /** A copy without a consumer of the text. */
  public CallOptions withoutText() {
    return new CallOptions(atMost, retries, jitter, onRetry, text -> {}, taskWrapper);
  }

  /**
   * A failed attempt that will be retried.
   *
   * @param failure the cause
   * @param pause the delay before the next attempt
   * @param elapsed its duration
   */
  public record FailedAttempt(ModelException failure, Duration pause, Duration elapsed) {}
}

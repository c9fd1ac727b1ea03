package dev.arag.agent.internal.model;

import dev.arag.agent.model.ModelException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.UnaryOperator;

/**
 * The limits and callbacks of one model call.
 *
 * @param atMost the time limit for all attempts and the delays between them
 * @param retries the maximum number of retries
 * @param jitter returns random numbers from 0 to 1 that vary the delays, so that callers that
 *     failed at the same time do not retry at the same time
 * @param onRetry is called before each retry, on the caller's thread
 * @param onText receives the text as it arrives from a streaming model, on the caller's thread;
 *     after a retry, text received earlier must be discarded
 * @param taskWrapper is called with the task of each attempt, on the caller's thread, and must not
 *     throw an exception; the returned task runs the attempt on another thread
 */
public record CallOptions(
    Duration atMost,
    int retries,
    DoubleSupplier jitter,
    Consumer<FailedAttempt> onRetry,
    Consumer<String> onText,
    UnaryOperator<Runnable> taskWrapper) {

  /** Returns a copy that does not pass the text to a consumer. */
  public CallOptions withoutText() {
    return new CallOptions(atMost, retries, jitter, onRetry, text -> {}, taskWrapper);
  }

  /**
   * A failed attempt that will be retried.
   *
   * @param failure the cause
   * @param pause the delay before the next attempt
   * @param elapsed the duration of the attempt
   */
  public record FailedAttempt(ModelException failure, Duration pause, Duration elapsed) {}
}

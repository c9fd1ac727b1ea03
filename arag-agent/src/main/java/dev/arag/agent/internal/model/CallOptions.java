package dev.arag.agent.internal.model;

import dev.arag.agent.model.ModelException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.UnaryOperator;

/**
 * The limits and callbacks of one model call.
 *
 * @param endNanos when all attempts must have ended, as a value of {@link System#nanoTime}
 * @param retries the maximum number of retries
 * @param jitter returns random numbers from 0 to 1 that vary the pauses, so that callers that
 *     failed at the same time do not retry at the same time; must be thread-safe
 * @param onRetry is called before each retry
 * @param onText receives the text as it arrives from a streaming model; after a retry, text
 *     received earlier must be discarded
 * @param retryContext is called before each attempt but the first one, and returns work that makes
 *     the attempt in the context of the run
 * @param isAbandoned returns whether nobody waits for the reply any more
 */
public record CallOptions(
    long endNanos,
    int retries,
    DoubleSupplier jitter,
    Consumer<FailedAttempt> onRetry,
    Consumer<String> onText,
    UnaryOperator<Runnable> retryContext,
    BooleanSupplier isAbandoned) {
  /**
   * A failed attempt that will be retried.
   *
   * @param failure the cause
   * @param pause the pause before the next attempt
   * @param elapsed the duration of the attempt
   */
  public record FailedAttempt(ModelException failure, Duration pause, Duration elapsed) {}
}

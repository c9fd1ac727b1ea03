package dev.arag.agent.internal.model;

import dev.arag.agent.model.ModelException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.UnaryOperator;

/**
 * How one call of a model may go on.
 *
 * @param atMost how long it may take, all attempts and the time between them included
 * @param retries how often a failed attempt may be tried again
 * @param jitter numbers from 0 to 1, which keep callers that failed together from coming back
 *     together
 * @param onRetry hears of each further attempt before it is made, on the caller's thread
 * @param onText hears text while the model writes it, where it can stream, on the caller's thread;
 *     what came before a further attempt is void
 * @param carrier given each attempt, on the caller's thread, before it is handed to a thread of its
 *     own; what it gives back runs there and runs the attempt. It must not throw
 */
public record CallOptions(
    Duration atMost,
    int retries,
    DoubleSupplier jitter,
    Consumer<Retry> onRetry,
    Consumer<String> onText,
    UnaryOperator<Runnable> carrier) {

  /** The same, with nobody who hears the text. */
  public CallOptions withoutText() {
    return new CallOptions(atMost, retries, jitter, onRetry, text -> {}, carrier);
  }

  /**
   * A failed attempt that is about to be followed by another one.
   *
   * @param failure why it failed
   * @param pause how long the next one is waited for
   * @param elapsed how long it took
   */
  public record Retry(ModelException failure, Duration pause, Duration elapsed) {}
}

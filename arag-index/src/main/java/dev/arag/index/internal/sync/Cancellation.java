package dev.arag.index.internal.sync;

import dev.arag.core.internal.failure.Causes;
import dev.arag.index.sync.WriteCancelledException;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Cancels one operation that writes to an index. A request sets a flag, which the operation checks
 * between its steps. It also interrupts the thread of the operation, so that a parser or an
 * embedder that waits ends soon. Thread-safe.
 */
public final class Cancellation {
  private final Object location;
  private @Nullable Thread thread;
  private boolean isRequested;
  private boolean hasInterrupted;

  /**
   * @param location the location of the index, for use in messages
   */
  public Cancellation(Object location) {
    this.location = location;
  }

  /** Requests the end of the operation. This method does not wait. */
  public synchronized void request() {
    isRequested = true;
    if (thread != null && !hasInterrupted) {
      hasInterrupted = true;
      thread.interrupt();
    }
  }

  /** Makes a request, also an earlier one, interrupt the current thread. */
  public synchronized void allowInterrupt() {
    thread = Thread.currentThread();
    if (isRequested) {
      request();
    }
  }

  /** Makes a request only set the flag. */
  synchronized void forbidInterrupt() {
    thread = null;
  }

  /** Ends the operation. Clears the interrupt flag if a request has set it. */
  public synchronized void end() {
    thread = null;
    if (hasInterrupted) {
      Thread.interrupted();
    }
  }

  /**
   * @throws WriteCancelledException if the end of the operation was requested, or its thread is
   *     interrupted
   */
  public void check() {
    if (isRequested()) {
      throw newException(null);
    }
    if (Thread.currentThread().isInterrupted()) {
      throw newException(new InterruptedException());
    }
  }

  /** Returns whether the operation failed because it was cancelled. */
  boolean isCauseOf(Exception failure) {
    return isRequested() || Thread.currentThread().isInterrupted() || isInterrupt(failure);
  }

  /** An interrupt that is the cause of a task's failure has ended another thread. */
  private static boolean isInterrupt(Exception failure) {
    return Causes.chain(failure).stream()
        .takeWhile(
            each -> !(each instanceof ExecutionException || each instanceof CompletionException))
        .anyMatch(
            each ->
                each instanceof InterruptedException || each instanceof ClosedByInterruptException);
  }

  /**
   * Returns the exception with which a cancelled operation ends. Sets the interrupt flag again if
   * an interrupt has ended the operation.
   */
  public WriteCancelledException newException(@Nullable Exception cause) {
    if (cause instanceof WriteCancelledException cancelled) {
      return cancelled;
    }
    boolean isOwn = isRequested();
    if (!isOwn) {
      Thread.currentThread().interrupt();
    }
    return new WriteCancelledException(
        (isOwn ? "Cancelled" : "Interrupted")
            + ". Earlier commits of "
            + location
            + " are kept. Run the operation again to complete it.",
        cause);
  }

  private synchronized boolean isRequested() {
    return isRequested;
  }
}

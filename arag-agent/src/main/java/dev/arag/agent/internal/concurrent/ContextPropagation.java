package dev.arag.agent.internal.concurrent;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/**
 * Runs work on another thread in the context of the thread that starts the work. A function of the
 * application transfers the context. Work without its context could read the data of another user,
 * so a failure of the function is never ignored.
 *
 * @param hook receives work on the thread that starts it, and returns work for the other thread
 */
public record ContextPropagation(UnaryOperator<Runnable> hook) {
  /** Transfers no context. */
  public static final ContextPropagation NONE = new ContextPropagation(UnaryOperator.identity());

  /** The failure of the application's function. */
  static final class FailedException extends IllegalStateException {
    FailedException(Throwable cause) {
      super("contextPropagation of the agent failed: " + cause, cause);
    }
  }

  /**
   * Wraps work that is about to run on another thread.
   *
   * @return work that runs the given work at most once each time, and throws an exception if the
   *     function did not run it; it may run again after it has ended
   * @throws IllegalStateException if the function fails
   */
  public Runnable wrap(Runnable work) {
    AtomicBoolean hasStarted = new AtomicBoolean();
    Runnable wrapped = apply(() -> runOnce(work, hasStarted));
    return () -> {
      hasStarted.set(false);
      try {
        wrapped.run();
      } catch (RuntimeException | Error e) {
        if (hasStarted.get()) {
          throw e;
        }
        throw new FailedException(e);
      }
      if (!hasStarted.get()) {
        throw new FailedException(new IllegalStateException("It did not run the given work."));
      }
    };
  }

  private Runnable apply(Runnable work) {
    try {
      return Objects.requireNonNull(hook.apply(work), "It returned null.");
    } catch (RuntimeException e) {
      throw new FailedException(e);
    }
  }

  private static void runOnce(Runnable work, AtomicBoolean hasStarted) {
    if (hasStarted.compareAndSet(false, true)) {
      work.run();
    }
  }
}

package dev.arag.agent.internal.concurrent;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.function.UnaryOperator;

/**
 * A task for another thread that runs in the context of the thread that creates it. A function of
 * the application transfers the context. Work without its context could read the data of another
 * user, so a failure of the function is the failure of the task.
 */
public class ContextTask<T> extends FutureTask<T> {
  private final Runnable inContext;

  /** The failure of the application's function. */
  public static final class FailedException extends IllegalStateException {
    FailedException(Throwable cause) {
      super("contextPropagation of the agent failed: " + cause, cause);
    }
  }

  /**
   * @param context receives the work on the current thread, and returns work for the other thread
   * @throws IllegalStateException if the function fails
   */
  public ContextTask(Callable<T> work, UnaryOperator<Runnable> context) {
    super(work);
    inContext = inContext(context);
  }

  private Runnable inContext(UnaryOperator<Runnable> context) {
    try {
      return Objects.requireNonNull(context.apply(this), "It returned null.");
    } catch (RuntimeException e) {
      throw new FailedException(e);
    }
  }

  /** Runs the work in its context. The task has ended when this method returns. */
  public final void runInContext() {
    try {
      inContext.run();
    } catch (RuntimeException | Error e) {
      if (isDone()) {
        throw e;
      }
      setException(new FailedException(e));
    }
    // Has no effect if the work has run.
    setException(new FailedException(new IllegalStateException("It did not run the given work.")));
  }
}

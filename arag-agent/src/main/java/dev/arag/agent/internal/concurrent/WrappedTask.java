package dev.arag.agent.internal.concurrent;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.function.UnaryOperator;

/** A task that also ends if a function that wraps it fails before it runs the task. */
public final class WrappedTask<T> extends FutureTask<T> {
  public WrappedTask(Callable<T> call) {
    super(call);
  }

  /** Returns this task in the form that its thread runs. */
  public Runnable in(UnaryOperator<Runnable> taskWrapper) {
    Runnable wrapped = taskWrapper.apply(this);
    return () -> {
      try {
        wrapped.run();
      } catch (RuntimeException | Error e) {
        if (isDone()) {
          throw e;
        }
        setException(e);
      }
    };
  }
}

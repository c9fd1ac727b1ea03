package dev.arag.core.internal.failure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** The causes of exceptions. */
public final class Causes {
  /** Causes are followed no deeper: they may go in circles. */
  private static final int MOST = 20;

  private Causes() {}

  /** A failure and its causes, the outermost first. */
  public static List<Throwable> chain(Throwable failure) {
    List<Throwable> chain = new ArrayList<>();
    Throwable each = failure;
    while (each != null && chain.size() < MOST) {
      chain.add(each);
      each = each.getCause();
    }
    return chain;
  }

  /**
   * The exception that ended a task.
   *
   * @throws Error if that is what ended it
   */
  public static Exception of(ExecutionException failure) {
    if (failure.getCause() instanceof Error error) {
      throw error;
    }
    return failure.getCause() instanceof Exception cause ? cause : failure;
  }

  /**
   * The exception that ended a task, for rethrowing; a checked one becomes the cause of an {@link
   * IllegalStateException}.
   *
   * @throws Error if that is what ended it
   */
  public static RuntimeException unchecked(ExecutionException failure) {
    return of(failure) instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException(failure.getCause());
  }
}

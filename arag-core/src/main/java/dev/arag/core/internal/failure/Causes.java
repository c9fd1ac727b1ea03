package dev.arag.core.internal.failure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/** The causes of exceptions. */
public final class Causes {
  /** The maximum depth of a cause chain, which may be circular. */
  private static final int MAX_DEPTH = 20;

  private Causes() {}

  /** A failure and its causes, the outermost first. */
  public static List<Throwable> chain(Throwable failure) {
    List<Throwable> chain = new ArrayList<>();
    Throwable each = failure;
    while (each != null && chain.size() < MAX_DEPTH) {
      chain.add(each);
      each = each.getCause();
    }
    return chain;
  }

  /** The first exception of a type in the chain of a failure and its causes. */
  public static <T extends Throwable> Optional<T> first(Throwable failure, Class<T> type) {
    return chain(failure).stream().filter(type::isInstance).map(type::cast).findFirst();
  }

  /**
   * The exception that ended a task.
   *
   * @throws Error if an error ended the task
   */
  public static Exception of(ExecutionException failure) {
    if (failure.getCause() instanceof Error error) {
      throw error;
    }
    return failure.getCause() instanceof Exception cause ? cause : failure;
  }

  /**
   * The exception that ended a task, for rethrowing; a checked one is wrapped in an {@link
   * IllegalStateException}.
   *
   * @throws Error if an error ended the task
   */
  public static RuntimeException unchecked(ExecutionException failure) {
    Exception cause = of(failure);
    return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
  }
}

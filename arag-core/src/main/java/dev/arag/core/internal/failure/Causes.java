package dev.arag.core.internal.failure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/** Finds and unwraps the causes of exceptions. */
public final class Causes {
  /** The maximum number of exceptions to follow, because a cause chain may be circular. */
  private static final int MAX_DEPTH = 20;

  private Causes() {}

  /** Returns an exception and its causes, outermost first. */
  public static List<Throwable> chain(Throwable failure) {
    List<Throwable> chain = new ArrayList<>();
    Throwable each = failure;
    while (each != null && chain.size() < MAX_DEPTH) {
      chain.add(each);
      each = each.getCause();
    }
    return chain;
  }

  /** Returns the first exception of a type among an exception and its causes. */
  public static <T extends Throwable> Optional<T> first(Throwable failure, Class<T> type) {
    return chain(failure).stream().filter(type::isInstance).map(type::cast).findFirst();
  }

  /**
   * Returns the exception that ended a task.
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
   * Returns the exception that ended a task, so that the caller can throw it. A checked exception
   * is wrapped in an {@link IllegalStateException}.
   *
   * @throws Error if an error ended the task
   */
  public static RuntimeException unchecked(ExecutionException failure) {
    Exception cause = of(failure);
    return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
  }

  /** Sets the interrupt flag of the current thread if an interrupt caused the failure. */
  public static void restoreInterrupt(Throwable failure) {
    if (first(failure, InterruptedException.class).isPresent()) {
      Thread.currentThread().interrupt();
    }
  }
}

package dev.arag.evaluation.batch;

import static java.util.Objects.requireNonNull;

import dev.arag.core.error.AragException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a batch cannot start or stops before its end. All results that were finished before
 * are in the results folder, and the next run of the same batch continues with the others.
 */
public class BatchException extends AragException {
  /** Creates the exception. Applications need the constructors only in tests. */
  public BatchException(String message, @Nullable Throwable cause) {
    super(requireNonNull(message, "message"), cause);
  }

  public BatchException(String message) {
    this(message, null);
  }
}

package dev.arag.agent.internal.model;

import dev.arag.agent.internal.failure.FailureClassification;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.ModelException.Kind;
import dev.arag.core.internal.failure.Causes;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Creates {@link ModelException}s and modified copies of them. */
public final class ModelFailures {
  private static final String NO_COMPLETION = "no_completion";

  private ModelFailures() {}

  /**
   * Converts an exception of a chat model.
   *
   * @param model the name and address of the model, which become the subject of the message
   */
  public static ModelException classify(String model, RuntimeException failure) {
    if (failure instanceof ModelException classified) {
      return classified;
    }
    FailureClassification found = FailureClassification.of(failure);
    return new ModelException(
        model + " " + found.explain(failure),
        failure,
        kind(found.type()),
        found.type(),
        found.isRetriable(),
        null);
  }

  private static Kind kind(String type) {
    return switch (type) {
      case "context_overflow" -> Kind.CONTEXT_OVERFLOW;
      case "content_filter" -> Kind.REFUSAL;
      case "bad_request" -> Kind.FORM_REFUSED;
      default -> Kind.OTHER;
    };
  }

  /** Creates the failure of a call that exceeded its time limit, including retries. */
  public static ModelException timeout(Duration limit) {
    return new ModelException(
        "The model did not answer within the %s s that were left.".formatted(seconds(limit)),
        null,
        Kind.OUT_OF_TIME,
        "timeout",
        false,
        null);
  }

  /**
   * Creates the failure of a call whose caller was interrupted. The caller sets its own interrupt
   * flag.
   */
  public static ModelException interrupted(InterruptedException cause) {
    return new ModelException(
        "The call was interrupted.", cause, Kind.OTHER, "cancelled", false, null);
  }

  /** Creates the failure of a call that was not made because too many calls are stuck. */
  public static ModelException stuck(RejectedExecutionException cause) {
    return retriable(
        "The model was not called: "
            + cause.getMessage()
            + " Use a client that stops when it is interrupted or that enforces a timeout.",
        "stuck_calls");
  }

  /**
   * Creates the failure of a call for which the server returned something other than a chat
   * completion.
   */
  public static ModelException notACompletion(
      String message, @Nullable Throwable cause, boolean isRetriable) {
    return new ModelException(message, cause, Kind.OTHER, NO_COMPLETION, isRetriable, null);
  }

  /**
   * Creates a failure that was recorded in a run. It is never retriable.
   *
   * @param type the type, see {@link ModelException#type()}
   */
  public static ModelException recorded(String message, Kind kind, String type) {
    return new ModelException(message, null, kind, type, false, null);
  }

  /** Returns a copy that is not retriable and has advice appended to its message. */
  public static ModelException permanent(ModelException failure, String advice) {
    return new ModelException(
        (failure.getMessage() + " " + advice).strip(),
        failure,
        failure.kind(),
        failure.type(),
        false,
        failure.retryAfter().orElse(null));
  }

  /**
   * Returns the failure, or a copy without its causes if one of the messages contains a secret.
   *
   * @param redaction removes secrets from a text
   */
  public static ModelException redacted(ModelException failure, UnaryOperator<String> redaction) {
    String message = String.valueOf(failure.getMessage());
    boolean isSafe =
        Causes.chain(failure).stream()
            .map(each -> String.valueOf(each.getMessage()))
            .allMatch(each -> redaction.apply(each).equals(each));
    return isSafe
        ? failure
        : new ModelException(
            redaction.apply(message),
            null,
            failure.kind(),
            failure.type(),
            failure.isRetriable(),
            failure.retryAfter().orElse(null));
  }

  /** Creates a retriable failure of the given type. */
  public static ModelException retriable(String message, String type) {
    return new ModelException(message, null, Kind.OTHER, type, true, null);
  }

  /** Converts a duration to seconds for messages. */
  public static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }
}

package dev.arag.agent.model;

import dev.arag.agent.internal.failure.FailureClassification;
import dev.arag.core.error.AragException;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A model could not be reached, refused the request, or sent something that is no reply. */
public class ModelException extends AragException {
  public static final String OTHER = "_OTHER";
  static final String NO_COMPLETION = "no_completion";

  private final FailureClassification.Kind kind;
  private final String type;
  private final boolean isRetriable;
  private final @Nullable Duration retryAfter;

  public ModelException(String message, @Nullable Throwable cause, boolean isRetriable) {
    this(message, cause, FailureClassification.Kind.OTHER, OTHER, isRetriable, null);
  }

  ModelException(
      String message,
      @Nullable Throwable cause,
      FailureClassification.Kind kind,
      String type,
      boolean isRetriable,
      @Nullable Duration retryAfter) {
    super(message, cause);
    this.kind = kind;
    this.type = type;
    this.isRetriable = isRetriable;
    this.retryAfter = retryAfter;
  }

  /**
   * Says what a failed request means.
   *
   * @param who the model and where it is, as the beginning of a sentence
   * @param failure what the chat model threw
   */
  public static ModelException of(String who, RuntimeException failure) {
    if (failure instanceof ModelException known) {
      return known;
    }
    FailureClassification found = FailureClassification.of(failure);
    return new ModelException(
        who + " " + found.explain(failure),
        failure,
        found.kind(),
        found.type(),
        found.isRetriable(),
        null);
  }

  /** The time that was allowed for the call is over, retries included. */
  public static ModelException outOfTime(Duration allowed) {
    return new ModelException(
        "The model did not answer within the %s s that were left.".formatted(seconds(allowed)),
        null,
        FailureClassification.Kind.OUT_OF_TIME,
        "timeout",
        false,
        null);
  }

  /** Whoever waited was interrupted; the flag of the thread is set. */
  public static ModelException interrupted(InterruptedException cause) {
    return new ModelException(
        "The call was interrupted.",
        cause,
        FailureClassification.Kind.OTHER,
        "cancelled",
        false,
        null);
  }

  /** The same failure in other words and without its cause, which may hold a secret. */
  public ModelException withoutCause(String message) {
    return new ModelException(message, null, kind, type, isRetriable, retryAfter);
  }

  /** The same failure, of a server that says after which time to try again. */
  public ModelException withRetryAfter(Duration wait) {
    return new ModelException(String.valueOf(getMessage()), this, kind, type, true, wait);
  }

  /** The same failure, which is not tried again. */
  public ModelException permanent(String advice) {
    return new ModelException(
        (getMessage() + " " + advice).strip(), this, kind, type, false, retryAfter);
  }

  /** The same failure under another {@link #type()}. */
  public ModelException ofType(String type) {
    return new ModelException(
        String.valueOf(getMessage()), getCause(), kind, type, isRetriable, retryAfter);
  }

  /**
   * A server sent something that is no reply of a model.
   *
   * @param isRetriable whether trying again may help
   */
  public static ModelException noCompletion(
      String message, @Nullable Throwable cause, boolean isRetriable) {
    return new ModelException(
        message, cause, FailureClassification.Kind.OTHER, NO_COMPLETION, isRetriable, null);
  }

  /**
   * What went wrong in one of few words, for whoever counts failures: {@code timeout}, {@code
   * cancelled}, {@code rate_limit}, {@code server_error}, {@code unreachable}, {@code
   * connection_lost}, {@code tls}, {@code proxy}, {@code redirect}, {@code authentication}, {@code
   * not_found}, {@code quota}, {@code bad_request}, {@code context_overflow}, {@code
   * content_filter}, {@code conflict}, {@code no_completion}, {@code stuck_calls}, {@code
   * tool_called} or {@code _OTHER}.
   */
  public String type() {
    return type;
  }

  /** What kind of failure it is, by a name that records keep. */
  public String kind() {
    return kind.name();
  }

  /**
   * A failure as a record has it, never tried again.
   *
   * @param kind as {@link #kind()} named it; another one is as good as none
   * @param type as {@link #type()} named it
   */
  public static ModelException recorded(String message, String kind, String type) {
    FailureClassification.Kind known =
        Stream.of(FailureClassification.Kind.values())
            .filter(each -> each.name().equals(kind))
            .findFirst()
            .orElse(FailureClassification.Kind.OTHER);
    return new ModelException(message, null, known, type, false, null);
  }

  @Override
  public boolean isRetriable() {
    return isRetriable;
  }

  /** After which time the server wants to be asked again; empty where it did not say. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /** Whether the request was larger than the model's window. */
  public boolean isContextOverflow() {
    return kind == FailureClassification.Kind.CONTEXT_OVERFLOW;
  }

  /** Whether the model, or a filter of its server, refused to answer. */
  public boolean isRefusal() {
    return kind == FailureClassification.Kind.REFUSAL;
  }

  /** Whether the time that was allowed for the call is over. */
  public boolean isOutOfTime() {
    return kind == FailureClassification.Kind.OUT_OF_TIME;
  }

  /** Whether the server does not take a request of this form. */
  public boolean isFormRefused() {
    return kind == FailureClassification.Kind.FORM_REFUSED;
  }

  public static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }
}

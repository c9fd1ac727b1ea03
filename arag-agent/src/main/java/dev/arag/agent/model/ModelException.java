package dev.arag.agent.model;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import dev.arag.core.error.AragException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A failed request to a model: the model could not be reached, refused the request, or returned an
 * invalid response.
 */
public class ModelException extends AragException {
  /** The {@link #type()} of a failure without a specific type. */
  public static final String OTHER = "_OTHER";

  private final Kind kind;
  private final String type;
  private final boolean isRetriable;
  private final @Nullable Duration retryAfter;

  /**
   * The kinds of failures. A run handles each kind differently. Trajectory files contain the names
   * of these constants.
   */
  public enum Kind {
    /** The request is larger than the model's context window. */
    CONTEXT_OVERFLOW,
    /** The model or a content filter refused to answer. */
    REFUSAL,
    /**
     * The server rejected the request as invalid, for example because of an unsupported parameter.
     */
    FORM_REFUSED,
    /** The time limit of the call was exceeded. */
    OUT_OF_TIME,
    /** Any other failure. Also stands for a kind that a newer release recorded. */
    @JsonEnumDefaultValue
    OTHER
  }

  /** Creates a failure of kind {@link Kind#OTHER}. */
  public ModelException(String message, @Nullable Throwable cause, boolean isRetriable) {
    this(message, cause, Kind.OTHER, OTHER, isRetriable, null);
  }

  /**
   * Creates a classified failure.
   *
   * @param type one of the names that {@link #type()} lists
   * @param isRetriable whether a retry of the same request may succeed
   * @param retryAfter the delay that the server requested; null if the server requested none
   */
  public ModelException(
      String message,
      @Nullable Throwable cause,
      Kind kind,
      String type,
      boolean isRetriable,
      @Nullable Duration retryAfter) {
    super(requireNonNull(message, "message"), cause);
    this.kind = requireNonNull(kind, "kind");
    this.type = requireNonNull(type, "type");
    this.isRetriable = isRetriable;
    this.retryAfter = retryAfter;
  }

  /**
   * The cause of the failure as a short name, for example for metrics: {@code timeout}, {@code
   * cancelled}, {@code rate_limit}, {@code server_error}, {@code unreachable}, {@code
   * connection_lost}, {@code tls}, {@code proxy}, {@code redirect}, {@code authentication}, {@code
   * not_found}, {@code quota}, {@code bad_request}, {@code context_overflow}, {@code
   * content_filter}, {@code conflict} (HTTP 409 or 425), {@code no_completion} (the response is not
   * a chat completion), {@code stuck_calls} (earlier calls still run after their time limit),
   * {@code tool_called} (a tool call although the request forbade them) or {@code _OTHER}.
   */
  public String type() {
    return type;
  }

  /** The kind of failure. */
  public Kind kind() {
    return kind;
  }

  @Override
  public boolean isRetriable() {
    return isRetriable;
  }

  /**
   * The delay that the server requested before the next attempt; empty if the server requested
   * none.
   */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}

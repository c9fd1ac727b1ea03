package dev.arag.core.error;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Thrown when the embedder cannot turn text into vectors. No partial result is returned. */
public class EmbeddingException extends AragException {
  private final boolean isRetriable;
  private final @Nullable Duration retryAfter;

  public EmbeddingException(String message) {
    this(message, null);
  }

  public EmbeddingException(String message, @Nullable Throwable cause) {
    this(message, cause, false, null);
  }

  /**
   * @param isRetriable whether the same call may succeed later, for example because the server of
   *     the model is busy
   * @param retryAfter the pause that the server asked for; null if it asked for none
   */
  public EmbeddingException(
      String message,
      @Nullable Throwable cause,
      boolean isRetriable,
      @Nullable Duration retryAfter) {
    super(message, cause);
    this.isRetriable = isRetriable;
    this.retryAfter = retryAfter;
  }

  @Override
  public boolean isRetriable() {
    return isRetriable;
  }

  /** The pause before the next attempt that the server asked for; empty if it asked for none. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}

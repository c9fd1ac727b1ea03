package dev.arag.openai.internal;

import dev.langchain4j.exception.HttpException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An HTTP error response, including the server's retry headers. */
final class ServerError extends HttpException {
  private final @Nullable Duration retryAfter;
  private final boolean isFinal;

  /**
   * @param isFinal whether the server asked not to retry
   */
  ServerError(int status, String body, Optional<Duration> retryAfter, boolean isFinal) {
    super(status, body);
    this.retryAfter = retryAfter.orElse(null);
    this.isFinal = isFinal;
  }

  Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  boolean isFinal() {
    return isFinal;
  }
}

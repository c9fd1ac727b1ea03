package dev.arag.web;

import dev.arag.core.error.AragException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when the body of a request is not a question. A server answers such a request with status
 * 400. The message can be sent to the client; it contains no text of the request.
 */
public class InvalidRequestException extends AragException {
  /** Creates the exception. */
  public InvalidRequestException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

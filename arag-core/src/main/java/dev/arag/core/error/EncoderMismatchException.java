package dev.arag.core.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when an index was built with a different encoder than the given one, or with an encoder
 * that is not available.
 */
public final class EncoderMismatchException extends CorpusException {
  public EncoderMismatchException(String message) {
    this(message, null);
  }

  public EncoderMismatchException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

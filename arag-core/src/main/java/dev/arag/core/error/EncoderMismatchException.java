package dev.arag.core.error;

import org.jspecify.annotations.Nullable;

/**
 * The index was made with an encoder other than the one given, or with one that is not available.
 */
public final class EncoderMismatchException extends CorpusException {
  public EncoderMismatchException(String message) {
    this(message, null);
  }

  public EncoderMismatchException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

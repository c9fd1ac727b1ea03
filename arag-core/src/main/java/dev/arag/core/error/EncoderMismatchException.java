package dev.arag.core.error;

import org.jspecify.annotations.Nullable;

/** The index was made with another encoder than the one given, or one that is not there. */
public final class EncoderMismatchException extends CorpusException {
  public EncoderMismatchException(String message) {
    this(message, null);
  }

  public EncoderMismatchException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

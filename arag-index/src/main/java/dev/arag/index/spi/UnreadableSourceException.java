package dev.arag.index.spi;

import dev.arag.core.error.AragException;
import org.jspecify.annotations.Nullable;

/** Thrown when a file cannot be parsed. The message becomes the reason in {@link Skip}. */
public final class UnreadableSourceException extends AragException {
  public UnreadableSourceException(String reason) {
    this(reason, null);
  }

  public UnreadableSourceException(String reason, @Nullable Throwable cause) {
    super(reason, cause);
  }
}

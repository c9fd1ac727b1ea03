package dev.arag.index.ingest;

import dev.arag.core.error.AragException;
import org.jspecify.annotations.Nullable;

/** A file cannot become a document. The message is the reason shown among the skipped. */
public final class UnreadableSourceException extends AragException {
  public UnreadableSourceException(String reason) {
    this(reason, null);
  }

  public UnreadableSourceException(String reason, @Nullable Throwable cause) {
    super(reason, cause);
  }
}

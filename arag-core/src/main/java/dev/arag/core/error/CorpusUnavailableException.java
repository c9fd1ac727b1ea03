package dev.arag.core.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the server of a corpus cannot be reached or cannot answer at present, for example
 * because a node is down or the time limit was exceeded. No partial result is returned. The call
 * may succeed if it is repeated later.
 */
public final class CorpusUnavailableException extends CorpusException {
  public CorpusUnavailableException(String message) {
    this(message, null);
  }

  public CorpusUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  @Override
  public boolean isRetriable() {
    return true;
  }
}

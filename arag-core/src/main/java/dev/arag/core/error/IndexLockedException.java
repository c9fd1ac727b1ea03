package dev.arag.core.error;

import org.jspecify.annotations.Nullable;

/** Another process or thread is writing to the index. Retriable. */
public final class IndexLockedException extends CorpusException {
  public IndexLockedException(String message) {
    this(message, null);
  }

  public IndexLockedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  @Override
  public boolean isRetriable() {
    return true;
  }
}

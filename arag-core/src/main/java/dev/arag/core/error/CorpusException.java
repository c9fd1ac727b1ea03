package dev.arag.core.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a corpus, or a file of questions, paragraphs or results, cannot be read or written.
 */
public class CorpusException extends AragException {
  public CorpusException(String message) {
    this(message, null);
  }

  public CorpusException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

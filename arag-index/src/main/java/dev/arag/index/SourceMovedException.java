package dev.arag.index;

import dev.arag.core.error.CorpusException;

/**
 * Thrown if a source is pruned at a changed path that contains none of its documents, or if a sync
 * without prune has mixed the documents of two paths. Pruning would then delete documents although
 * they may still exist at the other path. The message names both paths. The index was not changed.
 */
public final class SourceMovedException extends CorpusException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception with a message that names both paths. */
  public SourceMovedException(String message) {
    super(message);
  }
}

package dev.arag.core.error;

/** Thrown when a query needs the entity graph of a corpus that has none. */
public final class NoEntityGraphException extends CorpusException {
  public NoEntityGraphException() {
    super(
        "The corpus has no entity graph. Create the index with"
            + " Index.builder(directory).graph() or with 'arag index --graph'.");
  }
}

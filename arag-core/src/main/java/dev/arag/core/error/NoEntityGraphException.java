package dev.arag.core.error;

/** Thrown when a query needs the entity graph of a corpus that has none. */
public final class NoEntityGraphException extends CorpusException {
  public NoEntityGraphException() {
    super(
        "The corpus has no entity graph. An index in a directory has one if it was created with"
            + " Index.builder(directory).graph(). A collection in Solr has none.");
  }
}

package dev.arag.solr;

import static java.util.Objects.requireNonNull;

import dev.arag.core.error.CorpusException;
import java.util.List;

/**
 * Thrown when a collection or a configuration set in Solr is not as this version of the library
 * needs it. The message contains all differences and says what to do.
 */
public final class CollectionMismatchException extends CorpusException {
  /** Not for serialization. */
  private final transient List<String> differences;

  CollectionMismatchException(String what, List<String> differences, String remedy) {
    super(what + ": " + String.join("; ", differences) + ". " + remedy);
    this.differences = List.copyOf(requireNonNull(differences, "differences"));
  }

  /** Returns all differences, one sentence part each. */
  public List<String> differences() {
    return differences;
  }
}

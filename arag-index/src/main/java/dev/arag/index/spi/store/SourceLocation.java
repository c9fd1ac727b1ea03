package dev.arag.index.spi.store;

import static java.util.Objects.requireNonNull;

/**
 * Where the documents of a source come from. The hash identifies the path. The texts are for
 * messages; they are removed when the source has no documents any more, because a path may contain
 * the name of a deleted document. Immutable.
 *
 * @param pathHash the hash of the real path at the last sync, see {@link DocumentStore#pathHash}
 * @param path the real path at the last sync; empty if the source has no documents
 */
public record SourceLocation(String pathHash, String path) {
  public SourceLocation {
    requireNonNull(pathHash, "pathHash");
    requireNonNull(path, "path");
  }

  /** Returns whether both locations have the same path. */
  boolean isAt(SourceLocation other) {
    return pathHash.equals(other.pathHash);
  }

  /** Returns this location without texts, for a source that has no documents. */
  public SourceLocation withoutTexts() {
    return new SourceLocation(pathHash, "");
  }
}

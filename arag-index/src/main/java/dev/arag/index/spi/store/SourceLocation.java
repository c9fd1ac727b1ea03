package dev.arag.index.spi.store;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * The path of a source, as a store keeps it. The hash identifies the path. The text of the path is
 * for messages. It is removed when the source no longer has documents, because it may contain the
 * name of a deleted document. Immutable.
 *
 * @param pathHash the hash of the real path at the last sync, see {@link DocumentStore#pathHash}
 * @param path the real path at the last sync; null if the source has no documents
 */
public record SourceLocation(String pathHash, @Nullable String path) {
  public SourceLocation {
    requireNonNull(pathHash, "pathHash");
  }

  /** Returns whether both locations have the same path. */
  boolean isAt(SourceLocation other) {
    return pathHash.equals(other.pathHash);
  }

  /** Returns this location without the text of the path, for a source that has no documents. */
  public SourceLocation withoutTexts() {
    return new SourceLocation(pathHash, null);
  }
}

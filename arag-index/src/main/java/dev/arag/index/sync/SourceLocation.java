package dev.arag.index.sync;

import static java.util.Objects.requireNonNull;

/**
 * Where the documents of a source come from. The hash identifies the path. The texts are for
 * messages; they are removed when the source has no documents any more, because a path may contain
 * the name of a deleted document. Immutable.
 *
 * @param pathHash the hash of the real path at the last sync, see {@link StoredSources#pathHash}
 * @param path the real path at the last sync; empty if the source has no documents
 * @param earlierPath another path that some stored documents of the source may come from; empty if
 *     there is none. A sync sets it if it finds none of the stored documents at a new path
 */
public record SourceLocation(String pathHash, String path, String earlierPath) {
  public SourceLocation {
    requireNonNull(pathHash, "pathHash");
    requireNonNull(path, "path");
    requireNonNull(earlierPath, "earlierPath");
  }

  /** Returns whether both locations have the same path. */
  boolean isAt(SourceLocation other) {
    return pathHash.equals(other.pathHash);
  }

  /** Returns this location with another earlier path. */
  SourceLocation withEarlierPath(String other) {
    return new SourceLocation(pathHash, path, other);
  }

  /** Returns this location without texts, for a source that has no documents. */
  public SourceLocation withoutTexts() {
    return new SourceLocation(pathHash, "", "");
  }
}

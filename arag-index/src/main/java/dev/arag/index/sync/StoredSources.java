package dev.arag.index.sync;

import org.jspecify.annotations.Nullable;

/**
 * Where the documents of each source of a store come from. {@link SourceResolver} asks it before a
 * sync changes the store, so that every store applies the same rules to names and paths. A store
 * implements this interface. All methods are called on the thread of the sync; they may throw the
 * exceptions of the store, which end the sync.
 */
public interface StoredSources {
  /**
   * Returns the location that {@link DocumentStore#putLocation} has stored for a source; null if
   * there is none.
   *
   * @param source the name of the source
   */
  @Nullable SourceLocation location(String source);

  /**
   * Returns a hash that identifies a path, for {@link SourceLocation#pathHash}. The same path must
   * always have the same hash.
   *
   * @param path the real path; contains no lone surrogate
   */
  String pathHash(String path);
}

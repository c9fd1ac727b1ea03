package dev.arag.index.sync;

import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a store contains of each source. {@link SourceResolver} asks it before a sync changes the
 * store, so that every store applies the same rules to names and paths. A store implements this
 * interface. All methods are called on the thread of the sync; they may throw the exceptions of the
 * store, which end the sync.
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

  /** Returns whether the store contains a document of a source. */
  boolean hasDocument(String source);

  /** Returns whether the store contains a document with this id, and it comes from this source. */
  boolean contains(String source, String documentId);

  /**
   * Compares the stored documents of a source with the documents that exist at its current path.
   * The store decides how to keep the ids in memory.
   *
   * @param present the ids of the documents at the current path, each at least once, in any order
   * @throws IOException if {@code present} throws it
   */
  Comparison compare(String source, DocumentIds present) throws IOException;

  /** Reads the ids of documents. */
  @FunctionalInterface
  interface DocumentIds {
    /**
     * Passes each id to a consumer. The documents are read again at each call.
     *
     * @throws IOException if the source no longer exists
     */
    void forEach(Consumer<String> consumer) throws IOException;
  }

  /**
   * The result of a comparison.
   *
   * @param documents the number of stored documents of the source
   * @param missing the number of those whose ids do not exist at the current path
   */
  record Comparison(long documents, long missing) {}
}

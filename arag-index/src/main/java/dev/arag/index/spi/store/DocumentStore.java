package dev.arag.index.spi.store;

import dev.arag.index.spi.Skip;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Stores the documents of a sync. A store implements this interface; {@link SourceSync} calls it on
 * the thread of the sync, one source after the other. A store may collect documents and write them
 * in batches. If a method throws an exception, the sync ends with this exception.
 *
 * <p>A sync visits a document when it keeps or adds it. The store remembers which documents were
 * visited, across all sources of the sync.
 */
public interface DocumentStore {
  /**
   * Throws an exception if the sync must end, for example because it was cancelled. Called at least
   * once for each document.
   */
  void check();

  /**
   * Returns whether a document need not be parsed and added. This is the case if the store contains
   * it with this hash and this sync has not visited it yet. The store then marks it as visited,
   * calls {@link SyncTally#countUnchanged} and reports the progress like {@link #documentDone}. If
   * several writers share the documents, the result is also true for a document that another writer
   * adds, which is not counted.
   *
   * @param contentHash the hash described in {@link ChunkedDocument#contentHash}
   */
  boolean keep(String documentId, String contentHash);

  /**
   * Adds a document. A stored document of the same source with the same id is replaced. If another
   * document has, or ever had, chunk ids that begin with the same short key, the store adds {@link
   * ChunkedDocument#withWholeKey} instead. {@link SyncTally#countAdded} must be called for a
   * document that is added, and then the progress is reported like by {@link #documentDone}.
   *
   * @param source the name of the source
   * @return the reason why the document cannot be added, which the report contains; empty if it was
   *     added. A stored version of a document that cannot be added is kept
   * @throws IOException if the store cannot be written
   */
  Optional<String> add(ChunkedDocument document, String source) throws IOException;

  /** Returns whether the added documents should be written now. Asked after each one. */
  boolean isFull();

  /**
   * Writes what the store holds in memory. Called if it {@link #isFull}, and by the store itself at
   * the end of a sync.
   *
   * @throws IOException if the store cannot be written
   */
  void flush() throws IOException;

  /** Reports progress after a document that could not be read or added. */
  void documentDone();

  /**
   * Counts the stored documents that a source no longer contains. Called after the source was read,
   * if {@link dev.arag.index.source.Source#prune} is set for it.
   *
   * @param source the name of the source. Documents of other sources are not counted
   * @param isGone the same predicate as for {@link #deleteUnvisited}
   */
  long countUnvisited(String source, Predicate<String> isGone);

  /**
   * Deletes stored documents that a source no longer contains. Called after {@link #countUnvisited}
   * if that many documents may be deleted.
   *
   * @param source the name of the source. Documents of other sources are kept
   * @param isGone receives the id of a document that this sync has not visited; returns whether the
   *     source no longer contains the document
   */
  void deleteUnvisited(String source, Predicate<String> isGone);

  /**
   * Returns the location that {@link #putLocation} has stored for a source; empty if there is none.
   * Called for all sources before the store is changed.
   */
  Optional<SourceLocation> location(String source);

  /**
   * Returns a hash that identifies a path, for {@link SourceLocation#pathHash}. The same path must
   * always have the same hash.
   *
   * @param path the real path; contains no lone surrogate
   */
  String pathHash(String path);

  /** Returns whether the store contains a document of a source that this sync has not deleted. */
  boolean hasStoredDocument(String source);

  /**
   * Sets the location of a source. It must be stored no later than the documents that are added
   * after this call.
   */
  void putLocation(String source, SourceLocation location);

  /**
   * Replaces the stored list of skipped documents and files of a source that has a location. Called
   * after the source was read. Default: does nothing, for a store without such a list.
   */
  default void putSkipped(String source, List<Skip> skipped) {}
}

package dev.arag.index;

import dev.arag.core.error.CorpusException;
import dev.arag.index.ingest.Skip;
import dev.arag.index.split.Splitter;
import java.io.IOException;

/**
 * Reads sources and splits their documents into chunks, for any store: {@link Index#sync} uses it,
 * and so can a writer to another back end. Immutable. One reader serves one source at a time.
 *
 * <p>Documents are delivered in the order in which the source yields them: files by path in code
 * point order, other documents as iterated. Helper threads split the next documents meanwhile, up
 * to 256 Ki UTF-16 units of text. They end before {@link #read} returns.
 */
public final class SourceReader {
  private final Splitter splitter;
  private final int helperThreads;

  /** A reader that uses all processors for splitting. */
  public SourceReader(Splitter splitter) {
    this(splitter, Runtime.getRuntime().availableProcessors() - 1);
  }

  /**
   * @param helperThreads threads that split documents, in addition to the caller's; may be 0. The
   *     result does not depend on it
   */
  SourceReader(Splitter splitter, int helperThreads) {
    this.splitter = splitter;
    this.helperThreads = helperThreads;
  }

  /**
   * Receives the documents of a source. All methods are called on the thread that called {@link
   * #read}. An exception thrown here ends the read.
   */
  public interface Sink {
    /**
     * Receives the approximate number of files and documents in the source. Called again with a
     * larger number for each file of several records. Never called for documents in memory.
     * Default: ignored.
     */
    default void expect(int documents) {}

    /**
     * Whether the store holds this document with this hash; if so, it is neither parsed nor
     * delivered. Earlier documents of the same id were delivered before. Default: false.
     *
     * @param contentHash as in {@link ChunkedDocument#contentHash}
     */
    default boolean isUnchanged(String documentId, String contentHash) {
      return false;
    }

    /**
     * Whether another document, one with another key, holds or ever held chunk ids that begin with
     * the first {@value Splitter#SHORT_KEY_LENGTH} characters of this key. If so, the chunk ids
     * begin with the whole key. Called after all earlier documents were delivered. Default: false,
     * for stores that accept the risk of equal ids.
     *
     * @param key as in {@link ChunkedDocument#key}, not empty
     */
    default boolean isKeyTaken(String key) {
      return false;
    }

    /** Receives the next document. Its id may be that of an earlier one. */
    void document(ChunkedDocument document);

    /** A file, folder, link, record or document was not read or could not be split. */
    default void skipped(Skip skip) {}

    /**
     * The source holds something at this document id, or below it, that could not be read. A store
     * that deletes missing documents keeps its last version of these. Default: ignored.
     */
    default void unreadable(String documentId) {}

    /**
     * A problem with a file of records, or with a document that was not delivered; called last.
     * Default: ignored.
     */
    default void warning(String documentId, String warning) {}
  }

  /**
   * Reads a source to its end.
   *
   * <p>When the source fails, the documents before the failure are delivered first; when the thread
   * is interrupted, they are not.
   *
   * @throws IOException if the source is gone
   * @throws CorpusException if the thread is interrupted; its interrupt flag stays set
   */
  public void read(Source.Resolved source, Sink sink) throws IOException {
    try (SourceReading reading = new SourceReading(source, splitter, helperThreads, sink)) {
      reading.run();
    }
  }
}

package dev.arag.index.spi.store;

import static java.util.Objects.requireNonNull;

import dev.arag.core.error.CorpusException;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.index.spi.Skip;
import dev.arag.index.spi.split.Splitter;
import java.io.IOException;
import java.util.Optional;

/**
 * Reads sources and splits their documents into chunks for any store. {@link Index#sync} uses this
 * class; code that writes to another search engine can use it too. For repeated syncs, use {@link
 * SourceSync}. Immutable. One reader reads one source at a time.
 *
 * <p>Documents are delivered in the order of the source: files by path in code point order, other
 * documents in iteration order. While one document is delivered, helper threads split the next
 * documents, up to 256 Ki UTF-16 units of text. The helper threads end when the reading is closed.
 */
public final class SourceReader {
  private final Splitter splitter;
  private final int helperThreads;

  /** Creates a reader that splits documents on all processors. */
  public SourceReader(Splitter splitter) {
    this(splitter, Runtime.getRuntime().availableProcessors() - 1);
  }

  /**
   * @param helperThreads the number of threads that split documents, in addition to the caller's
   *     thread; may be 0. The result does not depend on this number
   */
  public SourceReader(Splitter splitter, int helperThreads) {
    this.splitter = requireNonNull(splitter, "splitter");
    this.helperThreads = helperThreads;
  }

  /**
   * Receives reports about a source. All methods are called on the thread that reads the documents.
   * If a method throws an exception, reading stops, and the method that reads throws the exception.
   */
  public interface Listener {
    /**
     * Receives the approximate number of files and documents in the source. Called again with a
     * larger number for each file of records. For documents in memory, called only if they are a
     * {@link java.util.Collection}. Default: does nothing.
     */
    default void expect(int documents) {}

    /**
     * Returns whether the store already has this document with this hash. If true, the document is
     * neither parsed nor delivered. Earlier documents with the same id have already been delivered.
     * Default: false.
     *
     * @param contentHash the hash described in {@link ChunkedDocument#contentHash}
     */
    default boolean isUnchanged(String documentId, String contentHash) {
      return false;
    }

    /** Reports a file, folder, link, record or document that was not read or could not be split. */
    default void skipped(Skip skip) {}

    /**
     * Reports that a document, file or folder with this id could not be read. A store that deletes
     * missing documents must keep its last version of the document with this id, and of all
     * documents whose ids begin with this id and a {@code /}. Default: does nothing.
     */
    default void unreadable(String documentId) {}
  }

  /** A listener that also receives the documents of a source. */
  public interface Sink extends Listener {
    /**
     * Receives the next document. An earlier document may have had the same id. If another document
     * has, or ever had, chunk ids that begin with the same {@linkplain Splitter#SHORT_KEY_LENGTH
     * short key}, the store must store {@link ChunkedDocument#withWholeKey} instead.
     */
    void document(ChunkedDocument document);
  }

  /**
   * Starts to read a source. The caller gets the documents from the returned object.
   *
   * @throws IOException if the source no longer exists
   */
  public SourceReading open(Source.Resolved source, Listener listener) throws IOException {
    requireNonNull(source, "source");
    return new SourceReading(source, splitter, helperThreads, requireNonNull(listener, "listener"));
  }

  /**
   * Reads a source to its end, and passes its documents to a sink.
   *
   * <p>If reading the source fails, the documents before the failure are delivered before this
   * method throws. If the thread is interrupted, they are not delivered.
   *
   * @throws IOException if the source no longer exists
   * @throws CorpusException if the thread is interrupted; its interrupt flag stays set
   */
  public void read(Source.Resolved source, Sink sink) throws IOException {
    requireNonNull(source, "source");
    requireNonNull(sink, "sink");
    try (SourceReading reading = open(source, sink)) {
      for (Optional<ChunkedDocument> next = reading.next();
          next.isPresent();
          next = reading.next()) {
        sink.document(next.get());
      }
    }
  }
}

package dev.arag.connect.spi;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * The documents of a store at one time. Used by one thread, which also closes it. Each method may
 * throw a {@link dev.arag.index.source.RemoteSourceException}, which ends the sync of the store.
 * Messages of exceptions must not contain credentials. No method may block without a time limit.
 */
public interface Listing extends AutoCloseable {
  /**
   * Returns the next document; empty only if the store has no more.
   *
   * @throws IOException if the store cannot be listed to its end
   */
  Optional<Entry> next() throws IOException, InterruptedException;

  /**
   * Reads the document that {@link #next} returned last, in the revision of the entry. Called only
   * if the index does not have this revision, and at most once.
   *
   * @throws IOException if only this document cannot be read, for example because it has changed
   *     since it was listed. It is reported as skipped, and the next sync reads it
   */
  Content read(Entry entry) throws IOException, InterruptedException;

  @Override
  void close();

  /**
   * The content of a document.
   *
   * @param stream the caller closes it
   * @param fileName a file name whose extension selects the parser
   */
  record Content(InputStream stream, String fileName) {
    public Content {
      requireNonNull(stream, "stream");
      requireNonNull(fileName, "fileName");
    }
  }
}

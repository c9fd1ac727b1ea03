package dev.arag.index.ingest;

import dev.arag.core.text.Document;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;

/** Reads one file format. Implementations are safe for use by several threads. */
public interface Parser {
  /** The file name endings it reads: lower case, without a dot, such as {@code md}. */
  Set<String> extensions();

  /**
   * Reads one file. The caller closes the stream and may add to the result.
   *
   * @param id the id of the document to make, not blank
   * @throws UnreadableSourceException if the content is not for this parser; its message is shown
   * @throws IOException if the stream fails
   */
  Document.Builder parse(String id, InputStream in) throws IOException;

  /**
   * Reads one file and tells what it left out or found odd. Default: {@link #parse} and nothing to
   * tell.
   */
  default Ingested ingest(String id, InputStream in) throws IOException {
    return new Ingested(parse(id, in));
  }
}

package dev.arag.index.ingest;

import dev.arag.core.text.Document;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;

/**
 * Reads one file format. Implementations are safe for use by several threads. A sync calls them on
 * a thread of its own, with a stack of 1 MiB, one file at a time. One that takes longer than {@link
 * IngestLimits#parseTime()} is interrupted, its file skipped with that reason; if it does not end
 * then, it goes on as a daemon thread that nobody listens to.
 */
public interface Parser {
  /** The file name endings it reads: lower case, without a dot, such as {@code md}. */
  Set<String> extensions();

  /**
   * What made the documents: the parser, its rules, its settings. Two parsers with the same
   * fingerprint make the same document of the same bytes. Change it when the rules change, and the
   * files are read again at the next sync. Default: the name of the class, which knows nothing of
   * settings or of new rules.
   */
  default String fingerprint() {
    return ParserName.of(getClass());
  }

  /**
   * Reads one file. The caller closes the stream and may add to the result.
   *
   * @param id the id of the document to make, not blank
   * @param in all of the file, at most 50 MiB unless said otherwise; of no use after the call
   * @throws UnreadableSourceException if the content is not for this parser; its message is shown
   * @throws IOException if the stream fails
   */
  Document.Builder parse(String id, InputStream in) throws IOException;

  /**
   * Reads one file and tells what it left out or found odd. Default: {@link #parse} and nothing to
   * tell.
   */
  default ParsedFile ingest(String id, InputStream in) throws IOException {
    return new ParsedFile(parse(id, in));
  }
}

package dev.arag.index.spi;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * Reads one file format whose files are one document each. Implementations are safe for use by
 * several threads.
 *
 * <p>A sync calls parsers on a separate daemon thread with a stack of 1 MiB, one file at a time. A
 * parser that takes longer than {@link #parseTime} is interrupted, and its file is skipped. If the
 * parser does not react to the interrupt, its thread is abandoned.
 */
@FunctionalInterface
public non-sealed interface Parser extends FileFormat {
  /**
   * Reads one file. The caller closes the stream and may add to the returned document builder.
   *
   * @param id the id of the document to create, not blank
   * @param in the content of the whole file, by default at most 50 MiB. The stream must not be used
   *     after the call
   * @throws UnreadableSourceException if this parser cannot read the content. The user sees the
   *     message of the exception
   * @throws IOException if the stream fails
   */
  ParsedFile parse(String id, InputStream in) throws IOException;

  /**
   * Returns the maximum time for parsing one file. Default: the time of the source.
   *
   * @param ofSource {@link IngestLimits#parseTime()} of the source
   */
  default Duration parseTime(Duration ofSource) {
    return ofSource;
  }

  /**
   * Identifies the parser, its rules and its settings. Two parsers with the same fingerprint must
   * create the same document from the same bytes. Change the fingerprint when the rules change, so
   * that the next sync parses the files again. Default: the name of the class, or for a lambda the
   * name of the enclosing class. This default does not change when the rules or settings change.
   */
  default String fingerprint() {
    // The JDK adds a number to the names of lambdas and hidden classes, which differs between runs.
    return getClass().getName().replaceFirst("(\\$\\$Lambda|/).*", "");
  }
}

package dev.arag.index.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;

/**
 * Reads one file format. Implementations are safe for use by several threads.
 *
 * <p>A sync calls parsers on a separate daemon thread with a stack of 1 MiB, one file at a time. A
 * parser that takes longer than {@link IngestLimits#parseTime()} is interrupted and its file is
 * skipped. If it does not stop then, its thread is abandoned.
 */
@FunctionalInterface
public interface Parser {
  /**
   * Reads one file. The caller closes the stream and may add to the document.
   *
   * @param id the id of the document to make, not blank
   * @param in the whole file, by default at most 50 MiB; not valid after the call
   * @throws UnreadableSourceException if this parser cannot read the content; its message is shown
   * @throws IOException if the stream fails
   */
  ParsedFile parse(String id, InputStream in) throws IOException;

  /**
   * The file name extensions that this parser reads: lower case, without the dot, such as {@code
   * md}. Default: the empty set, which means every file whose name has an extension.
   */
  default Set<String> extensions() {
    return Set.of();
  }

  /**
   * Identifies the parser, its rules and its settings. Two parsers with the same fingerprint make
   * the same document from the same bytes. Change it when the rules change: the next sync then
   * reads the files again. Default: the name of the class, for a lambda that of the enclosing
   * class. The default does not change with rules or settings.
   */
  default String fingerprint() {
    return ParserName.of(getClass());
  }
}

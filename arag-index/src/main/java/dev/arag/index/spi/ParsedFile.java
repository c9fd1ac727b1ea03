package dev.arag.index.spi;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.Document;
import java.util.List;

/**
 * The result of parsing one file.
 *
 * @param document a builder for the document
 * @param warnings warnings for the user about the document, such as parts of the file that could
 *     not be used, one sentence each; may be empty. The index stores them with the document
 */
public record ParsedFile(Document.Builder document, List<String> warnings) {
  /**
   * The metadata key of the SHA-256 of the file, in lower-case hexadecimal digits. A parser that
   * adds {@linkplain Document#layouts layouts} sets it, so that a changed file can be recognized.
   */
  public static final String FILE_SHA256 = Document.OWN_METADATA + "sha256";

  public ParsedFile {
    requireNonNull(document, "document");
    requireNonNull(warnings, "warnings");
    warnings = List.copyOf(warnings);
  }

  /** Creates a result without warnings. */
  public ParsedFile(Document.Builder document) {
    this(document, List.of());
  }
}

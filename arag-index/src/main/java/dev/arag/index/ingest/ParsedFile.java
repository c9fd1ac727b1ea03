package dev.arag.index.ingest;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.Document;
import java.util.List;

/**
 * The result of parsing one file.
 *
 * @param document a builder for the document
 * @param skipped parts of the file that could not be used, in file order
 * @param warnings warnings for the user about the document, one sentence each; may be empty
 */
public record ParsedFile(Document.Builder document, List<Skip> skipped, List<String> warnings) {
  public ParsedFile {
    requireNonNull(document, "document");
    requireNonNull(skipped, "skipped");
    requireNonNull(warnings, "warnings");
    skipped = List.copyOf(skipped);
    warnings = List.copyOf(warnings);
  }

  /** Creates a result without skipped parts or warnings. */
  public ParsedFile(Document.Builder document) {
    this(document, List.of(), List.of());
  }
}

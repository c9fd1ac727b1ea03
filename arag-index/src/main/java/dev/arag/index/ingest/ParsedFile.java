package dev.arag.index.ingest;

import dev.arag.core.text.Document;
import java.util.List;

/**
 * What a parser made of one file.
 *
 * @param document the document, not yet built
 * @param skipped parts of the file that could not be used, in file order
 * @param warnings what a user should know of the document, each one sentence; may be empty
 */
public record ParsedFile(Document.Builder document, List<Skip> skipped, List<String> warnings) {
  public ParsedFile {
    skipped = List.copyOf(skipped);
    warnings = List.copyOf(warnings);
  }

  /** A document read whole, nothing to tell. */
  public ParsedFile(Document.Builder document) {
    this(document, List.of(), List.of());
  }
}

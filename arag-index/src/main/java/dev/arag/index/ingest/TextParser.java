package dev.arag.index.ingest;

import dev.arag.core.text.Document;
import dev.arag.index.internal.ingest.PlainHeadings;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;

/**
 * Reads plain text and keeps the text unchanged. The first line of a paragraph is a heading if it
 * is short, does not end with punctuation, and is followed by text. A section ends at the next
 * heading.
 */
public final class TextParser implements Parser {
  private final IngestLimits limits;

  public TextParser() {
    this(IngestLimits.defaults());
  }

  public TextParser(IngestLimits limits) {
    this.limits = limits;
  }

  @Override
  public Set<String> extensions() {
    return Set.of("txt");
  }

  @Override
  public String fingerprint() {
    return "text 1";
  }

  @Override
  public ParsedFile parse(String id, InputStream in) throws IOException {
    DecodedText decoded = DecodedText.of(limits.read(in));
    limits.checkText(decoded.text().length());
    Document.Builder document = Document.builder(id, decoded.text());
    PlainHeadings.find(decoded.text(), 0, decoded.text().length())
        .forEach(heading -> heading.title().ifPresent(title -> heading.markIn(document, title)));
    return new ParsedFile(document, List.of(), decoded.warnings());
  }
}

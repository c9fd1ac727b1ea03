package dev.arag.records.internal;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.internal.ingest.PlainHeadings.Block;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.index.spi.text.DecodedText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds one document from the elements of a file of predefined chunks. */
public final class PredefinedChunks {
  /** Further skipped elements are only counted. */
  private static final int MAX_WARNINGS = 100;

  private final String documentId;
  private final IngestLimits limits;
  private final StringBuilder text = new StringBuilder();
  private final Map<String, Integer> offsets = new LinkedHashMap<>();
  private final List<Heading> headings = new ArrayList<>();
  private final List<String> skipped = new ArrayList<>();
  private int elements;
  private int replaced;

  /**
   * The headings that apply from an offset on.
   *
   * @param isNew whether the last heading begins at the offset
   */
  private record Heading(int offset, List<String> path, boolean isNew) {}

  public PredefinedChunks(String documentId, IngestLimits limits) {
    this.documentId = documentId;
    this.limits = limits;
  }

  /** Adds an element that is written as {@code id:text}. */
  public void addLine(String line) {
    int colon = line.indexOf(':');
    if (colon < 0) {
      skip("it has no ':' between an id and a text");
    } else {
      add(line.substring(0, colon), null, line.substring(colon + 1));
    }
  }

  public void add(@Nullable String id, @Nullable String title, @Nullable String chunkText) {
    String own = id == null ? "" : DecodedText.of(id).text().strip();
    if (own.isEmpty()) {
      skip("it has no id");
    } else if (chunkText == null || chunkText.isEmpty()) {
      skip("it has no text (id '" + own + "')");
    } else if (offsets.containsKey(own)) {
      skip("its id '" + own + "' is already used in this file");
    } else {
      append(own, title == null ? "" : title, chunkText);
    }
  }

  /** Skips the current element and reports the reason. */
  public void skip(String reason) {
    skipped.add("element " + elements + " was skipped: " + reason);
    elements++;
  }

  private void append(String id, String title, String chunkText) {
    DecodedText cleanTitle = DecodedText.of(title);
    DecodedText clean = DecodedText.of(chunkText);
    TitledText titled = TitledText.of(cleanTitle.text(), clean.text());
    limits.checkText(text.length() + titled.text().length());
    int offset = text.length();
    offsets.put(id, offset);
    text.append(titled.text());
    replaced += cleanTitle.replaced() + clean.replaced();
    if (titled.hasTitle()) {
      headings.add(new Heading(offset, List.of(titled.title()), true));
    }
    for (Block block : titled.blocks()) {
      boolean isNew = block.title().isPresent();
      headings.add(new Heading(offset + block.offset(), titled.path(block), isNew));
    }
    elements++;
  }

  /**
   * Returns the document with all valid elements.
   *
   * @throws UnreadableSourceException if there are elements, but none of them is valid
   */
  public ParsedFile toParsedFile(List<String> decodingWarnings) {
    if (offsets.isEmpty() && !skipped.isEmpty()) {
      throw new UnreadableSourceException(
          "none of its " + elements + " elements is a valid chunk; " + skipped.get(0));
    }
    Document.Builder document = Document.builder(documentId, text.toString());
    offsets.forEach((id, offset) -> document.chunk(offset, ChunkId.of(id)));
    markHeadings(document);
    List<String> warnings = new ArrayList<>(decodingWarnings);
    skipped.stream().limit(MAX_WARNINGS).forEach(warnings::add);
    if (skipped.size() > MAX_WARNINGS) {
      warnings.add(skipped.size() - MAX_WARNINGS + " more elements were skipped");
    }
    if (replaced > 0) {
      warnings.add("lone surrogates in the text that were replaced with U+FFFD: " + replaced);
    }
    return new ParsedFile(document, warnings);
  }

  /** Adds the headings to the document. A paragraph without a heading ends the previous section. */
  private void markHeadings(Document.Builder document) {
    List<String> open = List.of();
    for (Heading heading : headings) {
      if (heading.isNew() || !heading.path().equals(open)) {
        document.heading(heading.offset(), heading.path());
      }
      open = heading.path();
    }
  }
}

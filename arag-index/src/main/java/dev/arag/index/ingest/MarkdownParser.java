package dev.arag.index.ingest;

import dev.arag.core.text.Document;
import dev.arag.index.internal.ingest.FrontMatter;
import dev.arag.index.internal.ingest.MarkdownStructure;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Parser;
import dev.arag.index.spi.text.DecodedText;
import dev.arag.index.spi.text.SectionStack;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;

/**
 * Reads Markdown and keeps the text unchanged. Headings begin sections, including headings that are
 * underlined with {@code =} or {@code -}. Tables of GitHub Flavored Markdown are tables of the
 * document. The title is the first heading of level one, or the {@code title} of the front matter
 * if there is no such heading. The {@code key: value} lines of the front matter become metadata
 * with {@code doc.} keys.
 */
public final class MarkdownParser implements Parser {
  private final IngestLimits limits;

  public MarkdownParser() {
    this(IngestLimits.defaults());
  }

  public MarkdownParser(IngestLimits limits) {
    this.limits = limits;
  }

  @Override
  public Set<String> extensions() {
    return Set.of("md", "markdown");
  }

  @Override
  public String fingerprint() {
    return "markdown 2";
  }

  @Override
  public ParsedFile parse(String id, InputStream in) throws IOException {
    DecodedText decoded = DecodedText.of(limits.read(in));
    limits.checkText(decoded.text().length());
    Document.Builder document = Document.builder(id, decoded.text());
    FrontMatter frontMatter = FrontMatter.of(decoded.text());
    frontMatter
        .values()
        .forEach((key, value) -> document.metadata(Document.OWN_METADATA + key, value));
    if (frontMatter.values().get("title") instanceof String title) {
      document.title(title);
    }
    MarkdownStructure structure = MarkdownStructure.of(decoded.text(), frontMatter.end());
    markHeadings(structure.headings(), document);
    structure.tables().forEach(document::table);
    return new ParsedFile(document, decoded.warnings());
  }

  private static void markHeadings(
      List<MarkdownStructure.Heading> headings, Document.Builder document) {
    SectionStack sections = new SectionStack();
    boolean titled = false;
    for (MarkdownStructure.Heading heading : headings) {
      document.heading(heading.offset(), sections.open(heading.level(), heading.title()));
      if (heading.level() == 1 && !titled) {
        document.title(heading.title());
        titled = true;
      }
    }
  }
}

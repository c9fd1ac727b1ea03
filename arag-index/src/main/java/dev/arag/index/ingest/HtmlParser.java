package dev.arag.index.ingest;

import dev.arag.core.text.Document;
import dev.arag.index.internal.ingest.CharsetDetection;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Parser;
import dev.arag.index.spi.split.Splitter;
import dev.arag.index.spi.text.DecodedText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/**
 * Reads the visible text of a web page. Blocks and table rows become separate lines, and list items
 * begin with a dash. Content that its attributes or inline styles hide is omitted. The headings
 * {@code h1} to {@code h6} begin sections. The title is the {@code <title>} element, or the first
 * {@code h1} if there is no title. The language of the page becomes metadata with a {@code doc.}
 * key, as do its author, date, description and keywords if they have at most 1,024 UTF-16 units.
 * The parser never loads other files or URLs.
 */
public final class HtmlParser implements Parser {
  /** The number of bytes at the start of a page that are searched for a charset declaration. */
  private static final int DECLARED_WITHIN = 4096;

  private static final Set<String> METADATA = Set.of("author", "date", "description", "keywords");
  private static final int MAX_METADATA = 1_024;

  private final IngestLimits limits;

  public HtmlParser() {
    this(IngestLimits.defaults());
  }

  public HtmlParser(IngestLimits limits) {
    this.limits = limits;
  }

  @Override
  public Set<String> extensions() {
    return Set.of("html", "htm");
  }

  @Override
  public String fingerprint() {
    return "html 3";
  }

  @Override
  public ParsedFile parse(String id, InputStream in) throws IOException {
    byte[] bytes = limits.read(in);
    DecodedText decoded = DecodedText.of(bytes, declaredCharset(bytes));
    org.jsoup.nodes.Document page = Jsoup.parse(decoded.text());
    MarkupText text = new MarkupText(limits);
    text.append(page);
    Document.Builder document = text.document(id, page.title().strip());
    addMetadata(page, document);
    return new ParsedFile(document, decoded.warnings());
  }

  private static void addMetadata(org.jsoup.nodes.Document page, Document.Builder document) {
    Element html = page.selectFirst("html[lang]");
    if (html != null && !html.attr("lang").isBlank()) {
      document.metadata(Splitter.OWN_LANGUAGE, html.attr("lang").strip());
    }
    for (Element meta : page.select("meta[name][content]")) {
      String name = meta.attr("name").strip().toLowerCase(Locale.ROOT);
      String content = meta.attr("content").strip();
      if (METADATA.contains(name) && !content.isEmpty() && content.length() <= MAX_METADATA) {
        document.metadata(Document.OWN_METADATA + name, DecodedText.of(content).text());
      }
    }
  }

  private static @Nullable Charset declaredCharset(byte[] bytes) {
    int length = Math.min(DECLARED_WITHIN, bytes.length);
    String head =
        new String(bytes, 0, length, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
    int at = head.indexOf("charset=");
    if (at < 0) {
      return null;
    }
    int start = at + "charset=".length();
    while (start < length && (head.charAt(start) == '"' || head.charAt(start) == '\'')) {
      start++;
    }
    int end = start;
    while (end < length && isNamePart(head.charAt(end))) {
      end++;
    }
    return end == start ? null : CharsetDetection.charsetOf(head.substring(start, end));
  }

  private static boolean isNamePart(char unit) {
    return (unit >= 'a' && unit <= 'z')
        || (unit >= '0' && unit <= '9')
        || "-_:.+".indexOf(unit) >= 0;
  }
}

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
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.select.Elements;
import org.jsoup.select.NodeFilter;
import org.jspecify.annotations.Nullable;

/**
 * Reads the visible text of a web page. Blocks become separate lines, and list items begin with a
 * dash. The headings {@code h1} to {@code h6} begin sections. Tables with data become {@link
 * Document.Table}s: a caption and rows of {@code th} are their header, or rows that look like one.
 * Content that its attributes or inline styles hide is omitted. If the page has a {@code main} or
 * {@code article} element with text, so are navigation, footers, asides, dialogs and headers
 * without {@code h1} that are outside of it. The title is the {@code <title>} element, or the first
 * {@code h1} if there is no title. The language of the page becomes metadata with a {@code doc.}
 * key, as do its author, date, dates of creation and modification, description and keywords if they
 * have at most 1,024 UTF-16 units. The parser never loads other files or URLs.
 */
public final class HtmlParser implements Parser {
  /** The number of bytes at the start of a page that are searched for a charset declaration. */
  private static final int DECLARED_WITHIN = 4096;

  /** The metadata of a page, and the keys of this library without their prefix. */
  private static final Map<String, String> METADATA =
      Map.of(
          "author", "author",
          "article:author", "author",
          "date", "date",
          "article:published_time", "created",
          "article:modified_time", "modified",
          "description", "description",
          "keywords", "keywords");

  private static final Set<String> AROUND_MAIN = Set.of("nav", "footer", "aside", "header");

  private static final Set<String> AROUND_MAIN_ROLES =
      Set.of(
          "navigation",
          "banner",
          "contentinfo",
          "complementary",
          "search",
          "dialog",
          "alertdialog");

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
    return "html 5";
  }

  @Override
  public ParsedFile parse(String id, InputStream in) throws IOException {
    byte[] bytes = limits.read(in);
    DecodedText decoded = DecodedText.of(bytes, declaredCharset(bytes));
    org.jsoup.nodes.Document page = Jsoup.parse(decoded.text());
    removeAroundMain(page);
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
    Elements all = page.select("meta[content]");
    all.sort(Comparator.comparing(meta -> !nameOf(meta).equals("article:author")));
    for (Element meta : all) {
      String key = METADATA.get(nameOf(meta));
      String content = meta.attr("content").strip();
      if (key != null && !content.isEmpty() && content.length() <= MAX_METADATA) {
        document.metadata(Document.OWN_METADATA + key, DecodedText.of(content).text());
      }
    }
  }

  private static String nameOf(Element meta) {
    String name = meta.attr(meta.hasAttr("name") ? "name" : "property");
    return name.strip().toLowerCase(Locale.ROOT);
  }

  /**
   * Removes what is around the main part of a page and named as such. An element that contains the
   * main part or a heading {@code h1} stays.
   */
  private static void removeAroundMain(org.jsoup.nodes.Document page) {
    Elements main = page.select("main, [role=main]");
    Set<Element> parts = new HashSet<>(main.hasText() ? main : page.select("article"));
    if (parts.stream().noneMatch(Element::hasText)) {
      return;
    }
    Set<Node> kept = new HashSet<>();
    addWithParents(parts, kept);
    addWithParents(page.select("h1"), kept);
    page.filter(
        (node, depth) -> {
          if (node instanceof Element element && parts.contains(element)) {
            return NodeFilter.FilterResult.SKIP_ENTIRELY;
          }
          boolean isAround =
              AROUND_MAIN.contains(node.normalName())
                  || AROUND_MAIN_ROLES.contains(node.attr("role"));
          return isAround && !kept.contains(node)
              ? NodeFilter.FilterResult.REMOVE
              : NodeFilter.FilterResult.CONTINUE;
        });
  }

  private static void addWithParents(Collection<Element> elements, Set<Node> kept) {
    for (Element element : elements) {
      for (Node node = element; node != null && kept.add(node); node = node.parent()) {
        // All parents of a node that was added before were added, too.
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

package dev.arag.index.ingest;

import dev.arag.core.text.Document;
import dev.arag.index.internal.html.HtmlTable;
import dev.arag.index.internal.html.HtmlVisibility;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.index.spi.text.DecodedText;
import dev.arag.index.spi.text.FileTitle;
import dev.arag.index.spi.text.SectionStack;
import dev.arag.index.spi.text.TableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeTraversor;
import org.jspecify.annotations.Nullable;

/**
 * Builds a document from a stream of HTML elements and text. Blocks become separate lines, and list
 * items begin with a dash. The headings {@code h1} to {@code h6} begin sections. Tables with data
 * become {@link Document.Table}s; the content of tables that are only layout is prose. Use one
 * instance per document. Not thread-safe.
 */
public final class MarkupText {
  /** Elements that begin and end a line. */
  private static final Set<String> LINES = Set.of("li", "tr", "dt", "dd", "option", "br");

  private static final List<String> TABLE_ATTRIBUTES = List.of("role", "colspan", "rowspan");

  private static final Set<String> BLOCKS =
      Set.of(
          ("address article aside blockquote body caption center details dialog div dl fieldset"
                  + " figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre"
                  + " section summary table tbody tfoot thead ul")
              .split(" "));

  private final IngestLimits limits;
  private final StringBuilder text = new StringBuilder();
  private final List<HeadingMark> marks = new ArrayList<>();
  private final List<PageStart> pages = new ArrayList<>();
  private final List<Document.Table> tables = new ArrayList<>();

  /** The innermost open element of a table that is collected before it is appended. */
  private @Nullable Element collected;

  private int collectedLength;
  private boolean afterTable;
  private Gap gap = Gap.NONE;
  private @Nullable Gap held;
  private boolean firstCell;
  private int pre;
  private int headings;
  private int headingStart;
  private int nextPage;

  /** The separator between the current text and the text that is appended next. */
  private enum Gap {
    NONE(""),
    SPACE(" "),
    CELL(" | "),
    LINE("\n"),
    BLOCK("\n\n");

    private final String written;

    Gap(String written) {
      this.written = written;
    }

    Gap or(Gap other) {
      return compareTo(other) >= 0 ? this : other;
    }
  }

  private record HeadingMark(int offset, int level, String title) {}

  private record PageStart(int offset, int number) {}

  /**
   * @param limits the limits; only the limit on the text length is used
   */
  public MarkupText(IngestLimits limits) {
    this.limits = limits;
  }

  /** Returns whether no text has been appended. */
  public boolean isEmpty() {
    return text.isEmpty();
  }

  /**
   * Returns a builder for the document, with its text, sections and pages.
   *
   * @param id the id of the document, not blank
   * @param title the title of the content; may be empty. The first {@code h1} is used instead of a
   *     title that does not describe the content, such as "Document" or the name of a file
   */
  public Document.Builder document(String id, String title) {
    while (collected != null) {
      close(collected.normalName());
    }
    Document.Builder document = Document.builder(id, DecodedText.of(text.toString()).text());
    SectionStack sections = new SectionStack();
    String found = FileTitle.isTitle(title) ? title : "";
    for (HeadingMark mark : marks) {
      document.heading(mark.offset(), sections.open(mark.level(), mark.title()));
      found = found.isEmpty() && mark.level() == 1 ? mark.title() : found;
    }
    pages.forEach(page -> document.page(page.offset(), page.number()));
    tables.forEach(document::table);
    return document.title(found.isEmpty() ? null : found);
  }

  /**
   * Starts a page, which contains the text appended after this call. Pages without text are
   * omitted.
   *
   * @param number the page number, at least 1
   */
  public void page(int number) {
    nextPage = number;
    gap = gap.or(Gap.BLOCK);
  }

  /** Appends the visible text of an HTML page, without its title. Never loads other resources. */
  public void html(String page) {
    gap = gap.or(Gap.BLOCK);
    append(Jsoup.parse(page));
    gap = gap.or(Gap.BLOCK);
  }

  /**
   * Starts an element.
   *
   * @param name the name of the HTML element in lower case; unknown names do not affect the text
   */
  public void open(String name) {
    open(name, attribute -> null);
  }

  /**
   * Starts an element with attributes.
   *
   * @param name the name of the HTML element in lower case; unknown names do not affect the text
   * @param attributes returns the value of an attribute, or null. The attributes of tables and
   *     their cells are used: {@code role}, {@code colspan} and {@code rowspan}
   */
  public void open(String name, UnaryOperator<@Nullable String> attributes) {
    if (collected == null && !(name.equals("table") && headings == 0)) {
      begin(name);
      return;
    }
    Element element = new Element(name);
    for (String attribute : TABLE_ATTRIBUTES) {
      String value = attributes.apply(attribute);
      if (value != null) {
        element.attr(attribute, value);
      }
    }
    if (collected != null) {
      collected.appendChild(element);
    }
    collected = element;
  }

  private void begin(String name) {
    gap = gap.or(gapAround(name));
    switch (name) {
      case "pre", "textarea" -> pre++;
      case "tr" -> firstCell = true;
      case "td", "th" -> openCell();
      case "li" -> openItem();
      default -> openHeading(name);
    }
  }

  /**
   * Sets the separator before the first text of a cell. A paragraph at the start of the cell must
   * not begin a new line after the cell separator.
   */
  private void openCell() {
    held = firstCell ? null : Gap.CELL;
    firstCell = false;
  }

  private void openItem() {
    appendText("-");
    held = Gap.SPACE;
  }

  private void openHeading(String name) {
    if (level(name) > 0) {
      headings++;
      headingStart = headings == 1 ? -1 : headingStart;
    }
  }

  /**
   * Ends the innermost open element.
   *
   * @param name the name of this element, in lower case
   */
  public void close(String name) {
    Element table = collected;
    if (table == null) {
      end(name);
    } else if (table.normalName().equals(name)) {
      collected = table.parent();
      if (collected == null) {
        collectedLength = 0;
        append(table);
      }
    }
  }

  private void end(String name) {
    gap = gap.or(gapAround(name));
    if (name.equals("pre") || name.equals("textarea")) {
      pre--;
    }
    if (name.equals("td") || name.equals("th") || name.equals("li")) {
      held = null;
    }
    if (level(name) > 0) {
      headings--;
      closeHeading(level(name));
    }
  }

  private void closeHeading(int level) {
    if (headings == 0 && headingStart >= 0) {
      String title = text.substring(headingStart).strip();
      marks.add(new HeadingMark(headingStart, level, title));
    }
  }

  /** Returns the separator around an element. Inside a heading, it never breaks the line. */
  private Gap gapAround(String name) {
    boolean heading = headings > 0 && level(name) == 0;
    if (BLOCKS.contains(name)) {
      return heading ? Gap.SPACE : Gap.BLOCK;
    }
    if (LINES.contains(name)) {
      return heading ? Gap.SPACE : Gap.LINE;
    }
    return Gap.NONE;
  }

  private static int level(String name) {
    boolean heading = name.length() == 2 && name.charAt(0) == 'h';
    char digit = heading ? name.charAt(1) : '0';
    return digit >= '1' && digit <= '6' ? digit - '0' : 0;
  }

  /**
   * Appends text. Each run of white space becomes one space, except inside {@code pre}.
   *
   * @throws UnreadableSourceException if the text of the document becomes longer than the limit
   */
  public void append(String part) {
    if (collected == null) {
      appendText(part);
    } else {
      collected.appendChild(new TextNode(part));
      limits.checkText(collectedLength += part.length());
    }
  }

  private void appendText(String part) {
    if (pre > 0 && headings == 0) {
      appendKept(part);
    } else {
      appendCollapsed(part);
    }
    limits.checkText(text.length());
  }

  private void appendKept(String part) {
    if (!part.isEmpty()) {
      writeGap();
      text.append(part);
    }
  }

  private void appendCollapsed(String part) {
    for (int i = 0; i < part.length(); i++) {
      char unit = part.charAt(i);
      if (isSpace(unit)) {
        gap = gap.or(Gap.SPACE);
      } else {
        writeGap();
        text.append(unit);
      }
    }
  }

  /** Returns whether HTML treats a character as white space. A no-break space counts as text. */
  private static boolean isSpace(char unit) {
    return unit == ' ' || (unit >= '\t' && unit <= '\r');
  }

  private void writeGap() {
    Gap written = held == null ? gap : held;
    if (!text.isEmpty() && !(written == Gap.SPACE && endsWithSpace())) {
      text.append(afterTable ? "\n" : written.written);
    }
    afterTable = false;
    gap = Gap.NONE;
    held = null;
    if (headings > 0 && headingStart < 0) {
      headingStart = text.length();
    }
    if (nextPage > 0) {
      pages.add(new PageStart(text.length(), nextPage));
      nextPage = 0;
    }
  }

  private boolean endsWithSpace() {
    return isSpace(text.charAt(text.length() - 1));
  }

  /**
   * Starts a table, whose rows the caller writes. Call {@link #endTable} before any other method.
   * The caller checks the length of the text.
   */
  public TableText startTable() {
    held = null;
    gap = Gap.BLOCK;
    writeGap();
    return new TableText(text);
  }

  /** Ends a table that was started here. */
  public void endTable(TableText table) {
    table.end().ifPresent(tables::add);
    afterTable = true;
    gap = Gap.BLOCK;
  }

  /** Appends a table of a page. Returns false if it is layout, whose content is prose. */
  private boolean appendTable(Element element) {
    Optional<HtmlTable> table =
        headings > 0 || pre > 0 ? Optional.empty() : HtmlTable.of(element, this::textOf);
    table.ifPresent(this::write);
    return table.isPresent();
  }

  private void write(HtmlTable table) {
    TableText written = startTable();
    for (int i = 0; i < table.rows().size(); i++) {
      if (i < table.header()) {
        written.header(table.rows().get(i));
      } else {
        written.row(table.rows().get(i));
      }
      limits.checkText(text.length());
    }
    endTable(written);
  }

  private String textOf(Element part) {
    MarkupText text = new MarkupText(limits);
    text.append(part);
    return text.text.toString();
  }

  /** Appends the visible text of a part of an HTML page. */
  void append(Node html) {
    NodeTraversor.filter(new VisibleText(this), html);
  }

  /**
   * Passes the visible text of a web page to a document. Not recursive, so deeply nested pages
   * cannot overflow the stack.
   */
  private static final class VisibleText implements NodeFilter {
    private final MarkupText text;

    VisibleText(MarkupText text) {
      this.text = text;
    }

    @Override
    public FilterResult head(Node node, int depth) {
      if (node instanceof TextNode textNode) {
        text.appendText(textNode.getWholeText());
      } else if (node instanceof Element element) {
        if (!HtmlVisibility.isVisible(element)
            || (element.normalName().equals("table") && text.appendTable(element))) {
          return FilterResult.SKIP_ENTIRELY;
        }
        text.begin(element.normalName());
      }
      return FilterResult.CONTINUE;
    }

    @Override
    public FilterResult tail(Node node, int depth) {
      if (node instanceof Element element) {
        text.end(element.normalName());
      }
      return FilterResult.CONTINUE;
    }
  }
}

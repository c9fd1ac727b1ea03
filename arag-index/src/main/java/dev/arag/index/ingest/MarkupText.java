package dev.arag.index.ingest;

import dev.arag.core.text.Document;
import dev.arag.index.internal.ingest.SectionStack;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.select.NodeTraversor;
import org.jspecify.annotations.Nullable;

/**
 * Builds a document from a stream of HTML elements and text. Blocks are on separate lines, list
 * items follow a dash, table rows are lines; {@code h1} to {@code h6} are sections. Not
 * thread-safe; one instance per document.
 */
public final class MarkupText {
  /** Elements that begin and end a line. */
  private static final Set<String> LINES = Set.of("li", "tr", "dt", "dd", "option", "br");

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
  private Gap gap = Gap.NONE;
  private @Nullable Gap held;
  private boolean firstCell;
  private int pre;
  private int headings;
  private int headingStart;
  private int nextPage;

  /** The separator between the text so far and the next text. */
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
   * @param limits limit the length of the text
   */
  public MarkupText(IngestLimits limits) {
    this.limits = limits;
  }

  /** Whether there is no text so far. */
  public boolean isEmpty() {
    return text.isEmpty();
  }

  /**
   * The document so far, with its sections and pages.
   *
   * @param id the id of the document, not blank
   * @param title the title of the content; if empty, the first {@code h1} is used
   */
  public Document.Builder document(String id, String title) {
    Document.Builder document = Document.builder(id, DecodedText.of(text.toString()).text());
    SectionStack sections = new SectionStack();
    String found = title;
    for (HeadingMark mark : marks) {
      document.heading(mark.offset(), sections.open(mark.level(), mark.title()));
      found = found.isEmpty() && mark.level() == 1 ? mark.title() : found;
    }
    pages.forEach(page -> document.page(page.offset(), page.number()));
    return document.title(found.isEmpty() ? null : found);
  }

  /** Starts a page at the next text; pages without text are omitted. */
  public void page(int number) {
    nextPage = number;
    gap = gap.or(Gap.BLOCK);
  }

  /** Appends the visible text of a web page without its title. Nothing is fetched. */
  public void html(String page) {
    gap = gap.or(Gap.BLOCK);
    NodeTraversor.filter(new HtmlText(this), Jsoup.parse(page));
    gap = gap.or(Gap.BLOCK);
  }

  /**
   * Starts an element.
   *
   * @param name the HTML name in lower case; other names have no effect on the text
   */
  public void open(String name) {
    gap = gap.or(gapAround(name));
    switch (name) {
      case "pre", "textarea" -> pre++;
      case "tr" -> firstCell = true;
      case "td", "th" -> openCell();
      case "li" -> openItem();
      default -> openHeading(name);
    }
  }

  /** A paragraph at the start of a cell or item is not separated from its mark. */
  private void openCell() {
    held = firstCell ? null : Gap.CELL;
    firstCell = false;
  }

  private void openItem() {
    append("-");
    held = Gap.SPACE;
  }

  private void openHeading(String name) {
    if (level(name) > 0) {
      headings++;
      headingStart = headings == 1 ? -1 : headingStart;
    }
  }

  /** Ends the innermost open element. */
  public void close(String name) {
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

  /** Lines and blocks inside a heading do not split it. */
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
   * Appends text to the open elements. White space is collapsed, except in {@code pre}.
   *
   * @throws UnreadableSourceException if the text becomes longer than the limit
   */
  public void append(String part) {
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

  /** White space of HTML; a no-break space is text. */
  private static boolean isSpace(char unit) {
    return unit == ' ' || (unit >= '\t' && unit <= '\r');
  }

  private void writeGap() {
    Gap written = held == null ? gap : held;
    if (!text.isEmpty() && !(written == Gap.SPACE && endsWithSpace())) {
      text.append(written.written);
    }
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
}

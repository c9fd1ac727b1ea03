package dev.arag.pdf.internal.text;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.text.Document;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.text.DecodedText;
import dev.arag.index.spi.text.TableText;
import dev.arag.pdf.internal.layout.PageContent;
import dev.arag.pdf.internal.layout.TextLine;
import dev.arag.pdf.internal.layout.Word;
import dev.arag.pdf.internal.table.Cell;
import dev.arag.pdf.internal.table.PageTable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Joins the lines of all pages into the text of a document. Blank lines separate paragraphs. A
 * wrapped line of prose is joined to the next line with a space. All other lines keep their line
 * breaks, so that list items and address lines stay separate. The lines of a heading become one
 * line, and {@link TableText} writes the tables.
 */
final class PdfText {
  /**
   * A line counts as full if the next word would end less than this distance, in points, before the
   * right edge.
   */
  private static final float TOLERANCE = 2;

  /** The part of the width of a paragraph that a long line has. */
  private static final float LONG = 0.75f;

  private final Map<PageContent, List<PageTable>> tables;
  private final Map<TextLine, Headings.Heading> headings;
  private final Hyphens hyphens;
  private final Paragraphs usual;
  private final IngestLimits limits;
  private final StringBuilder text = new StringBuilder();
  private final WordPlaces places = new WordPlaces(text);
  private final List<Document.Heading> found = new ArrayList<>();
  private final List<Document.Page> pages = new ArrayList<>();
  private final List<Document.Table> written = new ArrayList<>();
  private final List<TextLine> paragraph = new ArrayList<>();

  /** The last line, unless it is a heading or in a table. */
  private @Nullable TextLine above;

  private @Nullable TableText table;
  private @Nullable PageTable lastTable;

  /**
   * @param tables the tables of each page, in the order of its lines
   * @param headings the headings by their first lines
   */
  PdfText(
      List<PageContent> pages,
      Map<PageContent, List<PageTable>> tables,
      Map<TextLine, Headings.Heading> headings,
      IngestLimits limits) {
    this.tables = tables;
    this.headings = headings;
    this.hyphens = Hyphens.of(pages);
    this.limits = limits;
    this.usual = Paragraphs.of(pages);
    pages.forEach(this::addPage);
    endTable();
  }

  Document.Builder document(String id) {
    Document.Builder document = Document.builder(id, DecodedText.of(text.toString()).text());
    pages.forEach(page -> document.page(page.offset(), page.number()));
    found.forEach(each -> document.heading(each.offset(), each.path()));
    written.forEach(document::table);
    places.layouts().forEach(document::layout);
    return document;
  }

  private void addPage(PageContent page) {
    places.page(page);
    Paragraphs paragraphs = usual.on(page);
    List<TextLine> lines = page.lines();
    Iterator<PageTable> next = tables.getOrDefault(page, List.of()).iterator();
    PageTable onPage = next.hasNext() ? next.next() : null;
    for (int i = 0; i < lines.size(); ) {
      if (onPage != null && onPage.firstLine() == i) {
        addTable(onPage, page);
        i = onPage.lastLine() + 1;
        onPage = next.hasNext() ? next.next() : null;
      } else {
        int end = onPage == null ? lines.size() : onPage.firstLine();
        i += addLine(lines.subList(i, end), i == 0, page.number(), paragraphs);
      }
    }
    endParagraph();
  }

  /**
   * Adds a line or a heading, and returns the number of its lines.
   *
   * @param lines the lines up to the next table; a bookmark may name the first lines of a table,
   *     too
   */
  private int addLine(List<TextLine> lines, boolean isFirst, int page, Paragraphs paragraphs) {
    endTable();
    TextLine line = lines.get(0);
    Headings.Heading heading = headings.get(line);
    if (isFirst) {
      openPage(line, heading != null, page);
    } else if (heading != null || isParted(line, paragraphs)) {
      endParagraph();
      addBlankLine();
    }
    if (heading == null) {
      paragraph.add(line);
      above = line;
      return 1;
    }
    addHeading(heading);
    int count = Math.min(heading.lines(), lines.size());
    append(
        new TextLine(
            lines.subList(0, count).stream().flatMap(each -> each.words().stream()).toList()));
    above = null;
    return count;
  }

  private void addHeading(Headings.Heading heading) {
    if (found.isEmpty() || found.get(found.size() - 1).offset() < text.length()) {
      found.add(new Document.Heading(text.length(), heading.path()));
    }
  }

  private boolean isParted(TextLine line, Paragraphs paragraphs) {
    if (paragraph.isEmpty()) {
      return true;
    }
    TextLine last = paragraph.get(paragraph.size() - 1);
    return paragraphs.begins(last, line, paragraph.size() == 1)
        && !Hyphens.isHyphenated(last.text(), line.text());
  }

  /**
   * Starts a page. A hyphenated word of the previous page is joined. A single line break precedes
   * the rest of a sentence, and a blank line precedes everything else.
   */
  private void openPage(TextLine line, boolean isHeading, int page) {
    TextLine before = isHeading ? null : above;
    if (before == null) {
      addBlankLine();
    } else if (Hyphens.isHyphenated(before.text(), line.text())) {
      removeHyphen(before, line);
    } else if (Paragraphs.continues(before, line)) {
      text.append('\n');
    } else {
      addBlankLine();
    }
    addPageStart(page);
  }

  private void addPageStart(int page) {
    if (pages.isEmpty() || pages.get(pages.size() - 1).offset() < text.length()) {
      pages.add(new Document.Page(text.length(), page));
    }
  }

  private void addBlankLine() {
    if (!text.isEmpty()) {
      text.append(text.charAt(text.length() - 1) == '\n' ? "\n" : "\n\n");
    }
  }

  /**
   * Adds a table of a page. If it continues the table at the end of the previous page, its rows
   * follow the rows of that table, without its header.
   */
  private void addTable(PageTable onPage, PageContent page) {
    endParagraph();
    boolean isContinued =
        onPage.firstLine() == 0 && lastTable != null && lastTable.isContinuedBy(onPage);
    TableText rows = isContinued ? table : null;
    if (rows == null) {
      endTable();
      addBlankLine();
    }
    if (onPage.firstLine() == 0) {
      addPageStart(page.number());
    }
    if (rows == null) {
      page.lines().subList(onPage.firstLine(), onPage.lastLine() + 1).stream()
          .map(headings::get)
          .filter(Objects::nonNull)
          .findFirst()
          .ifPresent(this::addHeading);
      rows = new TableText(text);
      for (List<Cell> header : onPage.header()) {
        int from = text.length();
        rows.header(texts(header));
        places.add(from, words(header), '|');
      }
    }
    for (List<Cell> row : onPage.rows()) {
      int from = text.length();
      rows.row(texts(row));
      places.add(from, words(row), '|');
    }
    table = rows;
    lastTable = onPage;
    above = null;
    limits.checkText(text.length());
  }

  private static List<String> texts(List<Cell> cells) {
    return cells.stream().map(Cell::text).toList();
  }

  private static List<Word> words(List<Cell> cells) {
    return cells.stream().flatMap(cell -> cell.words().stream()).toList();
  }

  private void append(TextLine line) {
    int from = text.length();
    text.append(line.text());
    places.add(from, line.words(), ' ');
  }

  private void endTable() {
    if (table != null) {
      table.end().ifPresent(written::add);
      table = null;
      lastTable = null;
    }
  }

  private void endParagraph() {
    if (!paragraph.isEmpty()) {
      addLines(paragraph, paragraph.stream().anyMatch(Paragraphs::endsClause));
      paragraph.clear();
    }
  }

  /** Adds lines, column by column, because each column has an edge of its own. */
  private void addLines(List<TextLine> lines, boolean prose) {
    append(lines.get(0));
    int start = 0;
    for (int i = 1; i <= lines.size(); i++) {
      if (i == lines.size() || Paragraphs.isNextColumn(lines.get(i - 1), lines.get(i))) {
        List<TextLine> column = lines.subList(start, i);
        float edge = (float) column.stream().mapToDouble(TextLine::right).max().orElse(0);
        for (int j = Math.max(1, start); j < i; j++) {
          join(lines.get(j - 1), lines.get(j), prose, j == start ? 0 : edge);
        }
        start = i;
      }
    }
    limits.checkText(text.length());
  }

  private void join(TextLine before, TextLine line, boolean prose, float edge) {
    if (Hyphens.isHyphenated(before.text(), line.text())) {
      removeHyphen(before, line);
    } else if (prose && !Paragraphs.isItem(line) && isFull(before, line, edge)) {
      text.append(isUnspaced(before, line) ? "" : " ");
    } else {
      text.append('\n');
    }
    append(line);
  }

  /** Removes the hyphen before {@code line} unless it is part of the word. */
  private void removeHyphen(TextLine before, TextLine line) {
    if (hyphens.isLineBreakHyphen(before.text(), line.text())) {
      text.setLength(text.length() - 1);
    }
  }

  /**
   * Whether the next word would not fit, or a sentence goes on after a line of nearly full length.
   */
  private static boolean isFull(TextLine before, TextLine line, float edge) {
    Word word = line.words().get(0);
    boolean isLong = before.right() - before.left() > LONG * (edge - before.left());
    return (isLong && Paragraphs.continues(before, line))
        || before.right() + word.right() - word.left() + TOLERANCE > edge;
  }

  private static boolean isUnspaced(TextLine before, TextLine line) {
    return CharacterClass.isUnspacedScript(before.text().codePointBefore(before.text().length()))
        && CharacterClass.isUnspacedScript(line.text().codePointAt(0));
  }
}

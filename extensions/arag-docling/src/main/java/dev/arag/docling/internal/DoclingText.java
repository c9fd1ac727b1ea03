package dev.arag.docling.internal;

import dev.arag.core.text.Document;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.index.spi.text.DecodedText;
import dev.arag.index.spi.text.SectionStack;
import dev.arag.index.spi.text.TableText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the text of a DoclingDocument. The tree is walked without recursion, and each item is
 * written once.
 */
public final class DoclingText {
  private static final int MAX_LEVEL = 100;

  /** A table has at most this number of columns; the text of other columns is left out. */
  private static final int MAX_COLUMNS = 2_000;

  private final DoclingFile file;
  private final IngestLimits limits;
  private final StringBuilder text = new StringBuilder();
  private final Set<String> done = new HashSet<>();
  private final Set<String> notesDone = new HashSet<>();
  private final List<Place> pages = new ArrayList<>();
  private final List<Mark> headings = new ArrayList<>();
  private final SectionStack sections = new SectionStack();
  private final List<Document.Table> tables = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private @Nullable String title;
  private boolean inList;
  private int page;
  private int missing;
  private int cut;

  private record Place(int offset, int page) {}

  private record Mark(int offset, List<String> path) {}

  public DoclingText(DoclingFile file, IngestLimits limits) {
    this.file = file;
    this.limits = limits;
    // They are written with their table or picture, wherever they are in the tree.
    for (Item item : file.items()) {
      done.addAll(item.captions);
      done.addAll(item.footnotes);
    }
    walk(file.body());
  }

  /**
   * @throws UnreadableSourceException if there is no text
   */
  public ParsedFile document(String id) {
    String whole = DecodedText.of(text.toString().stripTrailing()).text();
    if (whole.isEmpty()) {
      throw new UnreadableSourceException("the DoclingDocument has no text");
    }
    Document.Builder document = Document.builder(id, whole).title(title);
    pages.stream()
        .filter(each -> each.offset() < whole.length())
        .forEach(each -> document.page(each.offset(), each.page()));
    headings.forEach(each -> document.heading(each.offset(), each.path()));
    for (Document.Table table : tables) {
      int end = Math.min(table.end(), whole.length());
      document.table(new Document.Table(table.offset(), Math.min(table.body(), end), end));
    }
    if (missing > 0) {
      warnings.add(
          (missing == 1 ? "1 reference" : missing + " references")
              + " of the DoclingDocument to an item that does not exist; text may be missing");
    }
    if (cut > 0) {
      warnings.add(
          (cut == 1 ? "1 cell" : cut + " cells")
              + " beyond column "
              + MAX_COLUMNS
              + " of a table; their text is missing");
    }
    return new ParsedFile(document, warnings);
  }

  private void walk(Item root) {
    Deque<Item> open = new ArrayDeque<>();
    push(open, root.children);
    while (!open.isEmpty()) {
      Item item = open.pop();
      write(item);
      boolean isWhole = item.label.equals("inline") || isFloating(item);
      if (!isWhole) {
        push(open, item.children);
      }
    }
  }

  private static boolean isFloating(Item item) {
    return switch (item.label) {
      case "picture", "chart", "table", "document_index" -> true;
      default -> false;
    };
  }

  private void push(Deque<Item> open, List<String> references) {
    List<Item> items = take(references, done);
    Collections.reverse(items);
    items.forEach(open::push);
  }

  /** Returns the items that are shown and are not in a set, and adds all references to it. */
  private List<Item> take(List<String> references, Set<String> before) {
    List<Item> items = new ArrayList<>();
    for (String reference : references) {
      if (before.add(reference)) {
        Item item = file.item(reference);
        if (item == null) {
          missing++;
        } else if (item.isShown()) {
          items.add(item);
        }
      }
    }
    return items;
  }

  private void write(Item item) {
    switch (item.label) {
      case "title" -> heading(item, 0);
      case "section_header" -> heading(item, Math.max(1, Math.min(MAX_LEVEL, item.level)));
      case "list_item" -> listItem(item, content(item));
      case "checkbox_selected" -> paragraph(item, "[x] " + content(item));
      case "checkbox_unselected" -> paragraph(item, "[ ] " + content(item));
      case "inline" -> paragraph(item, join(item, item.children));
      default -> floatingOrParagraph(item);
    }
    limits.checkText(text.length());
  }

  private void floatingOrParagraph(Item item) {
    List<Item> captions = take(item.captions, notesDone);
    if (isFloating(item) && !item.cells.isEmpty()) {
      table(item, captions);
    } else {
      captions.forEach(each -> paragraph(each, content(each)));
      paragraph(item, item.content());
      item.cells.forEach(cell -> paragraph(item, cell.text().strip()));
    }
    take(item.footnotes, notesDone).forEach(each -> paragraph(each, content(each)));
  }

  private void paragraph(Item item, String content) {
    if (!content.isEmpty()) {
      begin(item, false);
      text.append(content).append('\n');
    }
  }

  private void listItem(Item item, String content) {
    if (!content.isEmpty()) {
      begin(item, true);
      text.append(item.marker.isBlank() ? "-" : item.marker.strip()).append(' ');
      text.append(content).append('\n');
    }
  }

  private void heading(Item item, int level) {
    String line = oneLine(content(item));
    if (line.isEmpty()) {
      return;
    }
    begin(item, false);
    headings.add(new Mark(text.length(), sections.open(level, line)));
    title = title == null && level == 0 ? line : title;
    text.append(line).append('\n');
  }

  private static String oneLine(String content) {
    return content.replaceAll("\\s+", " ").strip();
  }

  /** Returns the text. An item without text has it in groups of parts that differ in format. */
  private String content(Item item) {
    String content = item.content();
    return content.isEmpty()
        ? join(item, item.children.stream().filter(this::isInline).toList())
        : content;
  }

  private boolean isInline(String reference) {
    Item item = file.item(reference);
    return item != null && item.label.equals("inline");
  }

  /** Joins the text of parts of an item, in their order. */
  private String join(Item item, List<String> parts) {
    StringBuilder line = new StringBuilder();
    Deque<Item> open = new ArrayDeque<>();
    push(open, parts);
    while (!open.isEmpty()) {
      Item part = open.pop();
      item.page = item.page == 0 ? part.page : item.page;
      line.append(line.isEmpty() || part.content().isEmpty() ? "" : " ").append(part.content());
      limits.checkText(line.length());
      push(open, part.children);
    }
    return line.toString();
  }

  /** Starts a line. A blank line precedes it, except between the items of a list. */
  private void begin(Item item, boolean isListItem) {
    if (!text.isEmpty() && !(inList && isListItem)) {
      text.append('\n');
    }
    inList = isListItem;
    if (item.page > 0 && item.page != page) {
      page = item.page;
      pages.add(new Place(text.length(), page));
    }
  }

  private void table(Item item, List<Item> captions) {
    Map<Integer, List<Cell>> rows = new TreeMap<>();
    item.cells.forEach(
        cell -> rows.computeIfAbsent(cell.row(), each -> new ArrayList<>()).add(cell));
    StringBuilder lines = new StringBuilder();
    TableText table = new TableText(lines);
    captions.forEach(each -> table.header(List.of(content(each))));
    int headerEnd = headerEnd(rows);
    rows.forEach(
        (row, cells) -> {
          if (row < headerEnd) {
            table.header(line(cells));
          } else {
            table.row(line(cells));
          }
          limits.checkText(text.length() + lines.length());
        });
    table.end().ifPresent(written -> append(item, lines, written));
  }

  private void append(Item item, StringBuilder lines, Document.Table table) {
    begin(item, false);
    int offset = text.length();
    text.append(lines);
    tables.add(new Document.Table(offset, offset + table.body(), offset + table.end()));
  }

  /** Returns the number of rows at the top in which most cells are column headers. */
  private static int headerEnd(Map<Integer, List<Cell>> rows) {
    int end = 0;
    for (Map.Entry<Integer, List<Cell>> row : rows.entrySet()) {
      long headers = row.getValue().stream().filter(Cell::isHeader).count();
      long others =
          row.getValue().stream()
              .filter(each -> !each.isHeader() && !each.text().isBlank())
              .count();
      if (row.getKey() > end || headers <= others) {
        return end;
      }
      end++;
    }
    return end;
  }

  private List<String> line(List<Cell> cells) {
    List<StringBuilder> line = new ArrayList<>();
    for (Cell cell : cells) {
      if (cell.column() >= MAX_COLUMNS) {
        cut++;
        continue;
      }
      while (line.size() <= cell.column()) {
        line.add(new StringBuilder());
      }
      StringBuilder place = line.get(cell.column());
      place.append(place.isEmpty() ? "" : " ").append(cell.text());
    }
    return line.stream().map(StringBuilder::toString).toList();
  }
}

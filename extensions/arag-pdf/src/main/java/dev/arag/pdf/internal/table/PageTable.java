package dev.arag.pdf.internal.table;

import dev.arag.pdf.internal.layout.TextLine;
import dev.arag.pdf.internal.layout.Word;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A table on a page.
 *
 * @param firstLine the index of its first line in the lines of the page
 * @param lastLine the index of its last line; all lines between belong to the table
 * @param header the lines with the units and the names of columns, as cells by column; may be empty
 * @param rows the rows below the header, as cells by column
 * @param columns the left and right edges of the columns, in points
 */
public record PageTable(
    int firstLine,
    int lastLine,
    List<List<Cell>> header,
    List<List<Cell>> rows,
    List<Column> columns) {
  /** The horizontal range of a column, in points. */
  record Column(float left, float right) {
    /** How much of a range is in this column, in points; negative for the distance to it. */
    float overlap(float from, float to) {
      return Math.min(right, to) - Math.max(left, from);
    }
  }

  /** Columns of a table over a page may be moved by this distance, in points. */
  private static final float TOLERANCE = 12;

  /**
   * Whether the first table of the next page continues this last one of its page: it has the same
   * columns, and no header or lines of the same header.
   */
  public boolean isContinuedBy(PageTable next) {
    if (next.columns.size() != columns.size() || !texts(header).containsAll(texts(next.header))) {
      return false;
    }
    for (int i = 1; i < columns.size(); i++) {
      if (Math.abs(columns.get(i).right() - next.columns.get(i).right()) > TOLERANCE) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the table without its first lines; empty if they are not in the header alone.
   *
   * @param lines the first lines, which are a heading of the section
   */
  public Optional<PageTable> without(List<TextLine> lines) {
    Set<Word> words = new HashSet<>();
    lines.forEach(line -> words.addAll(line.words()));
    Set<Word> found = new HashSet<>();
    header.forEach(row -> found.addAll(words(row)));
    if (!found.containsAll(words)) {
      return Optional.empty();
    }
    List<List<Cell>> rest = new ArrayList<>();
    for (List<Cell> row : header) {
      List<Cell> cells = row.stream().map(cell -> cell.without(words)).toList();
      if (!words(cells).isEmpty()) {
        rest.add(cells);
      }
    }
    return Optional.of(new PageTable(firstLine + lines.size(), lastLine, rest, rows, columns));
  }

  private static List<Word> words(List<Cell> row) {
    return row.stream().flatMap(cell -> cell.words().stream()).toList();
  }

  private static List<List<String>> texts(List<List<Cell>> rows) {
    return rows.stream().map(row -> row.stream().map(Cell::text).toList()).toList();
  }

  public PageTable {
    header = List.copyOf(header);
    rows = List.copyOf(rows);
    columns = List.copyOf(columns);
  }
}

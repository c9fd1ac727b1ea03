package dev.arag.tika.internal.text;

import dev.arag.index.ingest.MarkupText;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.text.HeaderRows;
import dev.arag.index.spi.text.TableText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Appends the rows of a sheet to a text. A row without text ends a table. The header of a table is
 * looked for in its first rows; the other rows are written at once. A table with less than two rows
 * or columns becomes lines of prose.
 */
public final class SheetRows {
  /** The number of rows in which the header is looked for. */
  private static final int FIRST_ROWS = 20;

  /** The minimum number of rows, with the names of columns, of a table of text. */
  private static final int MIN_TEXT_ROWS = 3;

  /** The maximum length of a column's name in a table of text, in UTF-16 units. */
  private static final int MAX_NAME = 40;

  private final MarkupText text;
  private final IngestLimits limits;
  private final List<List<String>> first = new ArrayList<>();
  private @Nullable TableText table;
  private long length;

  public SheetRows(MarkupText text, IngestLimits limits) {
    this.text = text;
    this.limits = limits;
  }

  public void row(List<String> cells) {
    cells.forEach(cell -> length += cell.length() + 1);
    limits.checkText(length);
    if (HeaderRows.filled(cells) == 0) {
      endUnlessTitle();
    } else if (table != null) {
      table.row(cells);
    } else {
      first.add(cells);
      if (first.size() == FIRST_ROWS) {
        start();
      }
    }
  }

  /** The title of a table is often above an empty row. */
  private void endUnlessTitle() {
    if (table != null || first.size() > HeaderRows.MAX_TITLES || hasColumns()) {
      end();
    }
  }

  private boolean hasColumns() {
    return first.stream().anyMatch(row -> HeaderRows.filled(row) > 1);
  }

  private void start() {
    if (first.size() > 1 && hasColumns()) {
      TableText started = text.startTable();
      int header = Math.max(HeaderRows.count(first), textHeader());
      first.subList(0, header).forEach(started::header);
      first.subList(header, first.size()).forEach(started::row);
      table = started;
    } else {
      first.forEach(this::appendLine);
    }
    first.clear();
  }

  /**
   * The number of header rows of a table without values: up to the first row with several cells, if
   * it has a different short text in each column.
   */
  private int textHeader() {
    int names = 0;
    while (HeaderRows.filled(first.get(names)) < 2) {
      names++;
    }
    List<String> row = first.get(names);
    int columns = first.stream().mapToInt(List::size).max().orElse(0);
    boolean isHeader =
        names <= HeaderRows.MAX_TITLES
            && first.size() >= names + MIN_TEXT_ROWS
            && first.stream().noneMatch(HeaderRows::hasValue)
            && HeaderRows.filled(row) == columns
            && new HashSet<>(row).size() == columns
            && row.stream().allMatch(name -> name.length() <= MAX_NAME);
    return isHeader ? names + 1 : 0;
  }

  private void appendLine(List<String> cells) {
    text.open("tr");
    for (String cell : cells) {
      text.open("td");
      text.append(cell);
      text.close("td");
    }
    text.close("tr");
  }

  /** Ends a table. Call this method before other text is appended. */
  public void end() {
    if (!first.isEmpty()) {
      start();
    }
    if (table != null) {
      text.endTable(table);
      table = null;
    }
  }
}

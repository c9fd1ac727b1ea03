package dev.arag.pdf.internal.table;

import dev.arag.pdf.internal.layout.PageContent;
import dev.arag.pdf.internal.table.Blocks.Range;
import dev.arag.pdf.internal.table.PageTable.Column;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Finds the tables of a page, with or without drawn rules. Numbers that are aligned below each
 * other make columns; a run of rows with such columns is a table.
 */
public final class PageTables {
  /** At most this number of lines of a header is left out because other text is between them. */
  private static final int MAX_SKIPPED = 8;

  private PageTables() {}

  /** Returns the tables of a page, in the order of its lines. They do not overlap. */
  public static List<PageTable> find(PageContent page) {
    if (Mirror.isNeeded(page)) {
      Mirror mirror = new Mirror(page);
      return fromLeft(mirror.page()).stream().map(mirror::original).toList();
    }
    return fromLeft(page);
  }

  private static List<PageTable> fromLeft(PageContent page) {
    BitSet used = new BitSet();
    List<PageTable> tables = new ArrayList<>();
    new RuledTables(page).find().stream().filter(table -> isFree(table, used)).forEach(tables::add);
    List<Row> rows = PageRows.of(page);
    Blocks blocks = new Blocks(rows);
    Underlines underlines = new Underlines(page);
    int from = 0;
    for (Range range : blocks.find()) {
      List<Column> columns =
          Columns.of(rows.subList(range.start(), range.end()), blocks.hasDates(range, from));
      if (columns.size() > 1) {
        table(blocks.withHeader(range, from, columns), columns, underlines)
            .filter(table -> isFree(table, used))
            .ifPresent(tables::add);
        from = range.end();
      }
    }
    tables.sort((left, right) -> Integer.compare(left.firstLine(), right.firstLine()));
    return tables;
  }

  private static boolean isFree(PageTable table, BitSet used) {
    int next = used.nextSetBit(table.firstLine());
    if (next >= 0 && next <= table.lastLine()) {
      return false;
    }
    used.set(table.firstLine(), table.lastLine() + 1);
    return true;
  }

  private static Optional<PageTable> table(
      List<Row> block, List<Column> columns, Underlines underlines) {
    for (int i = 0; i <= MAX_SKIPPED && i < block.size() - 1; i++) {
      List<Row> rest = block.subList(i, block.size());
      BitSet lines = new BitSet();
      rest.forEach(row -> lines.or(row.lines()));
      int first = lines.nextSetBit(0);
      int last = lines.length() - 1;
      if (lines.cardinality() == last - first + 1) {
        return Optional.of(new CellGrid(rest, columns, underlines).table(first, last));
      }
    }
    return Optional.empty(); // Other text is read between the lines.
  }
}

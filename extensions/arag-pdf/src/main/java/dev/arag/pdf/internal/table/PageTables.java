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

  /**
   * Rows that are a table.
   *
   * @param from the index of the first row that its header may begin with
   */
  private record Candidate(Range range, int from, List<Column> columns) {}

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
    for (Candidate each : candidates(rows, blocks)) {
      table(
              blocks.withHeader(each.range(), each.from(), each.columns()),
              each.columns(),
              underlines)
          .filter(table -> isFree(table, used))
          .ifPresent(tables::add);
    }
    tables.sort((left, right) -> Integer.compare(left.firstLine(), right.firstLine()));
    return tables;
  }

  private static List<Candidate> candidates(List<Row> rows, Blocks blocks) {
    List<Candidate> found = new ArrayList<>();
    for (Range range : blocks.find()) {
      Candidate above = found.isEmpty() ? null : found.get(found.size() - 1);
      int from = above == null ? 0 : above.range().end();
      List<Column> columns =
          Columns.of(rows.subList(range.start(), range.end()), blocks.hasDates(range, from));
      if (columns.size() > 1) {
        List<Column> joined = above == null ? List.of() : Columns.joined(above.columns(), columns);
        if (above != null && !joined.isEmpty() && blocks.isContinued(from, range, columns)) {
          Range both = new Range(above.range().start(), range.end());
          found.set(found.size() - 1, new Candidate(both, above.from(), joined));
        } else {
          found.add(new Candidate(range, from, columns));
        }
      }
    }
    return found;
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

package dev.arag.pdf.internal.table;

import dev.arag.pdf.internal.table.PageTable.Column;
import dev.arag.pdf.internal.table.Segment.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Finds the columns of a run of rows. */
final class Columns {
  /** Columns that are closer, in points, are one column. */
  private static final float MIN_GAP = 1;

  /** A table without numbers has at least this number of columns and of rows. */
  private static final int MIN_TEXT_COLUMNS = 3;

  private static final int MAX_COLUMNS = 400;

  private final List<Row> rows;

  private final boolean hasDates;

  private Columns(List<Row> rows, boolean hasDates) {
    this.rows = rows;
    this.hasDates = hasDates;
  }

  /**
   * Returns the columns from left to right; empty if the rows are no table.
   *
   * @param hasDates whether dates are above the numbers, so that fewer rows make a table
   */
  static List<Column> of(List<Row> rows, boolean hasDates) {
    Columns columns = new Columns(rows, hasDates);
    List<Column> values = columns.values();
    List<Column> all = values.isEmpty() ? columns.texts() : columns.withTexts(values);
    return all.size() > MAX_COLUMNS ? List.of() : all;
  }

  /**
   * Returns the columns of a table that goes on with rows in some of its columns; empty if the rows
   * have other columns.
   */
  static List<Column> joined(List<Column> above, List<Column> below) {
    if (below.size() < 3 || below.size() > above.size()) {
      return List.of();
    }
    List<Column> joined = new ArrayList<>(above);
    int next = 0;
    for (Column each : below) {
      while (next < joined.size() && joined.get(next).overlap(each.left(), each.right()) <= 0) {
        next++;
      }
      if (next == joined.size()) {
        return List.of();
      }
      Column column = joined.get(next);
      joined.set(
          next,
          new Column(Math.min(column.left(), each.left()), Math.max(column.right(), each.right())));
      next++;
      if (next < joined.size() && joined.get(next).overlap(each.left(), each.right()) > 0) {
        return List.of();
      }
    }
    return joined;
  }

  /** The columns of numbers. */
  private List<Column> values() {
    List<Segment> found = new ArrayList<>();
    int rowsWithValues = 0;
    for (Row row : rows) {
      int before = found.size();
      for (int i = 1; i < row.segments().size(); i++) {
        Segment each = row.segments().get(i);
        if (each.kind() == Kind.VALUE) {
          found.add(each);
        }
      }
      rowsWithValues += found.size() > before ? 1 : 0;
    }
    List<Column> columns = union(found);
    int required = (columns.size() < 2 ? 3 : 2) - (hasDates ? 1 : 0);
    return rowsWithValues < required || columns.size() > MAX_COLUMNS ? List.of() : columns;
  }

  private static List<Column> union(List<Segment> segments) {
    List<Segment> sorted = new ArrayList<>(segments);
    sorted.sort(Comparator.comparingDouble(each -> each.core().left()));
    List<Column> columns = new ArrayList<>();
    for (Segment each : sorted) {
      Column last = columns.isEmpty() ? null : columns.get(columns.size() - 1);
      if (last != null && each.core().left() <= last.right() + MIN_GAP) {
        columns.set(
            columns.size() - 1,
            new Column(last.left(), Math.max(last.right(), each.core().right())));
      } else {
        columns.add(each.core());
      }
    }
    return columns;
  }

  /** Adds the columns of texts beside the columns of numbers. */
  private List<Column> withTexts(List<Column> values) {
    float first = values.get(0).left();
    List<Segment> others = new ArrayList<>();
    for (Row row : rows) {
      if (row.values() == 0) {
        continue; // The names of columns and labels are no columns by themselves.
      }
      for (Segment each : row.segments()) {
        boolean isInValues = values.stream().anyMatch(column -> each.isIn(column));
        if (!isInValues) {
          others.add(each);
        }
      }
    }
    List<Column> beside = union(others);
    List<Column> texts = beside.size() > MAX_COLUMNS ? List.of() : labels(beside, first);
    List<Column> all = new ArrayList<>(texts);
    all.addAll(values);
    if (texts.stream().noneMatch(column -> column.left() < first)) {
      // The label of each row may be on lines without numbers.
      float left = (float) rows.stream().mapToDouble(Row::left).min().orElse(first);
      if (left < first - 10) {
        all.add(new Column(left, first - 5));
      }
    }
    all.sort(Comparator.comparingDouble(Column::left));
    return all;
  }

  /** Joins columns before the numbers if no row has texts in both, as with indented labels. */
  private List<Column> labels(List<Column> texts, float first) {
    List<Column> joined = new ArrayList<>();
    for (Column each : texts) {
      Column last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
      if (last != null
          && each.left() < first
          && rows.stream().noneMatch(row -> isInBoth(row, last, each))) {
        joined.set(joined.size() - 1, new Column(last.left(), each.right()));
      } else {
        joined.add(each);
      }
    }
    return joined;
  }

  private static boolean isInBoth(Row row, Column left, Column right) {
    return row.values() > 0
        && row.segments().stream().anyMatch(each -> each.isIn(left) && !each.isIn(right))
        && row.segments().stream().anyMatch(each -> each.isIn(right) && !each.isIn(left));
  }

  /** Whether a row is a line of addresses or the captions of a form, side by side. */
  private static boolean isAddress(Row row) {
    List<String> texts = row.segments().stream().map(Segment::text).toList();
    return texts.stream().distinct().count() == 1
        || texts.stream().allMatch(text -> text.startsWith("("))
        || texts.stream().filter(text -> text.contains("@")).count() > 1
        || texts.stream().filter(text -> text.startsWith("+")).count() > 1;
  }

  /** The columns of a table without numbers. */
  private List<Column> texts() {
    List<Row> full =
        rows.stream().filter(each -> each.segments().size() >= MIN_TEXT_COLUMNS).toList();
    if (full.size() < MIN_TEXT_COLUMNS
        || 2 * full.size() < rows.size()
        || full.stream().anyMatch(Columns::isAddress)) {
      return List.of();
    }
    List<Segment> cells = full.stream().flatMap(each -> each.segments().stream()).toList();
    double words = cells.stream().mapToInt(each -> each.words().size()).average().orElse(0);
    List<Column> columns = union(cells);
    return words > 6 || columns.size() < MIN_TEXT_COLUMNS ? List.of() : columns;
  }
}

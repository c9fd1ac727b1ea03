package dev.arag.pdf.internal.table;

import dev.arag.pdf.internal.table.PageTable.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Finds runs of rows that may be tables: rows with cells, and single texts between them. */
final class Blocks {
  /** The largest gap between two rows of a table, as a multiple of the height of a row. */
  private static final float MAX_GAP = 3f;

  /** The largest gap between a table and a line of its header above it. */
  private static final float MAX_HEADER_GAP = 2.2f;

  private static final int MAX_HEADER_LINES = 8;

  /** The most rows without values between two rows with values. */
  private static final int MAX_LABELS = 6;

  private static final Pattern UNITS =
      Pattern.compile(
          "(?i)[(\\[]?.*\\b(millions?|thousands?|billions?|unaudited|percent(ages?)?|per share"
              + "|dollars|shares|mio|tsd|teur|eur|usd)\\b.*");

  /** A text with fewer words can be the name of several columns. */
  private static final int MIN_PROSE = 5;

  private static final int MAX_UNITS = 120;

  private final List<Row> rows;
  private final List<Range> found = new ArrayList<>();
  private final List<Row> block = new ArrayList<>();
  private int start;
  private int lastData;

  /** Consecutive rows; the end is exclusive. */
  record Range(int start, int end) {}

  Blocks(List<Row> rows) {
    this.rows = rows;
  }

  /** Returns the runs, from top to bottom. They do not overlap. Call this method once. */
  List<Range> find() {
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      if (block.isEmpty()) {
        if (!row.isSingle()) {
          begin(i);
        }
      } else if (!isNext(row)) {
        i = start + lastData;
        close();
      } else {
        add(row);
      }
    }
    close();
    return found;
  }

  private void begin(int first) {
    start = first;
    block.add(rows.get(first));
    lastData = 0;
  }

  /**
   * Returns the rows of a table with its header: what is above the first row with values, as far as
   * it is in the columns.
   *
   * @param from the index of the first row that is not in a table above
   */
  List<Row> withHeader(Range range, int from, List<Column> columns) {
    int data = range.start();
    while (data < range.end() - 1 && !rows.get(data).hasValueRightOf(columns.get(0))) {
      data++;
    }
    int first = data;
    int start = data;
    while (first > from && data - first < MAX_HEADER_LINES && isInColumns(first - 1, columns)) {
      first--;
      start = isLabel(rows.get(first), columns) ? start : first;
    }
    // Labels directly above the numbers are rows; labels above the header are not.
    int label = data;
    while (label > range.start() && label > first && isLabel(rows.get(label - 1), columns)) {
      label--;
    }
    return rows.subList(Math.min(start, label), range.end());
  }

  private static boolean isLabel(Row row, List<Column> columns) {
    return row.right() < columns.get(1).left()
        && row.left() < columns.get(0).right()
        && row.segments().stream().noneMatch(Blocks::isUnits);
  }

  private boolean isInColumns(int above, List<Column> columns) {
    Row row = rows.get(above);
    Row next = rows.get(above + 1);
    if (next.top() - row.bottom() > MAX_HEADER_GAP * next.height()) {
      return false;
    }
    float left = columns.get(1).left();
    if (above > 0 && row.isSingle() && isWrapped(rows.get(above - 1), row)) {
      return false;
    }
    return row.segments().stream()
        .allMatch(
            each ->
                isUnits(each)
                    || each.right() < left
                    || each.left() > left - 4 * row.height()
                    || each.words().size() < MIN_PROSE);
  }

  /** Whether a line is the end of a paragraph. */
  private static boolean isWrapped(Row above, Row row) {
    return above.isSingle()
        && above.segments().get(0).words().size() >= MIN_PROSE
        && row.segments().get(0).words().size() >= MIN_PROSE
        && row.top() - above.bottom() < 0.8f * row.height()
        && Math.abs(row.left() - above.left()) < 4 * row.height();
  }

  static boolean isUnits(Segment text) {
    return text.text().length() <= MAX_UNITS
        && UNITS.matcher(text.text()).matches()
        && (text.text().startsWith("(") || !text.text().endsWith("."));
  }

  private boolean isNext(Row row) {
    Row above = block.get(block.size() - 1);
    if (row.top() - above.bottom() > MAX_GAP * Math.max(row.height(), above.height())
        || isHeaderOfNext(row)
        || isProse(row)) {
      return false;
    }
    return !row.isSingle() || block.size() - 1 - lastData < MAX_LABELS;
  }

  /** Whether a row with years or names of columns begins another table below numbers. */
  private boolean isHeaderOfNext(Row row) {
    float left = (float) block.stream().mapToDouble(Row::firstValue).min().orElseThrow();
    boolean isNames = !row.isSingle() && row.left() > left - 4 * row.height();
    return row.values() == 0 && left < Float.MAX_VALUE && (row.numbers() > 1 || isNames);
  }

  /** Whether a text without numbers beside it is wider than a label can be. */
  private boolean isProse(Row row) {
    float left = (float) block.stream().mapToDouble(Row::firstValue).min().orElseThrow();
    float limit = left + 2 * row.height();
    return row.firstValue() == Float.MAX_VALUE
        && row.segments().stream()
            .anyMatch(
                each ->
                    each.isText()
                        && each.words().size() >= MIN_PROSE
                        && each.left() < left - 4 * row.height()
                        && each.right() > limit);
  }

  private void add(Row row) {
    block.add(row);
    if (!row.isSingle()) {
      lastData = block.size() - 1;
    }
  }

  private void close() {
    if (!block.isEmpty()) {
      found.add(new Range(start, start + lastData + 1));
      block.clear();
    }
  }
}

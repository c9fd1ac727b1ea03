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

  /** The most lines of a title between the parts of a table. */
  private static final int MAX_TITLES = 2;

  /** The most rows between a date and the first row with cells below it. */
  private static final int MAX_DATES = 3;

  /** The most rows without values between two rows with values. */
  private static final int MAX_LABELS = 6;

  private static final Pattern UNITS =
      Pattern.compile(
          "(?i)([(\\[].*|(all |dollar )?(amounts|figures|in|unaudited|usd|eur|dollars|[$€£])\\b.*"
              + "|[$€£] ?)\\b?(millions?|thousands?|billions?|unaudited|percent(ages?)?|per share"
              + "|dollars|shares|mio|tsd|teur|eur|usd)\\b.*|unaudited");

  /** The beginning of a note below a table. */
  private static final Pattern NOTE = Pattern.compile("\\(\\w{1,2}\\)|\\*+|[†‡§+#].*|\\d\\)");

  private static final int MIN_NOTE = 3;

  /** The title of a table is larger than its rows. */
  private static final float TITLE = 1.07f;

  /** A name of columns has at most this number of words. */
  private static final int MAX_NAME = 14;

  /** A text in upper case is a title from this length, in UTF-16 units. */
  private static final int MIN_TITLE = 12;

  /** A line of a paragraph has at least this number of words. */
  private static final int MIN_PARAGRAPH = 8;

  /** A text with fewer words can be the name of several columns. */
  private static final int MIN_PROSE = 5;

  private static final int MAX_UNITS = 120;

  private final List<Row> rows;
  private final List<Range> found = new ArrayList<>();
  private final List<Row> block = new ArrayList<>();
  private int start;
  private int lastData;

  /** The left edge of the first number beside a label in the current run. */
  private float firstValue;

  /** The left edge of the first label, and the right edge of the longest one beside numbers. */
  private float firstLabel;

  private float lastLabel;

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
      } else if (!isNext(i)) {
        i = start + lastData;
        close();
      } else {
        add(row);
      }
    }
    if (!block.isEmpty() && block.get(block.size() - 1).text().endsWith(":")) {
      lastData = block.size() - 1; // The rows below this label are on the next page.
    }
    close();
    return found;
  }

  private void begin(int first) {
    start = first;
    firstValue = Float.MAX_VALUE;
    firstLabel = Float.MAX_VALUE;
    lastLabel = 0;
    add(rows.get(first));
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
    while (first > from
        && data - first < MAX_HEADER_LINES
        && isInColumns(first - 1, data, columns)) {
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

  /** Whether rows have no header and only a title is between them and the table above. */
  boolean isContinued(int from, Range range, List<Column> columns) {
    if (range.start() - from > MAX_TITLES || from == 0) {
      return false;
    }
    for (int i = from; i <= range.start(); i++) {
      Row row = rows.get(i);
      if (row.top() - rows.get(i - 1).bottom() > 2 * MAX_GAP * row.height()
          || (i < range.start() && !row.isSingle())) {
        return false;
      }
    }
    return withHeader(range, from, columns).stream()
        .takeWhile(row -> !row.hasValueRightOf(columns.get(0)))
        .allMatch(row -> isLabel(row, columns));
  }

  /** Whether a date or a period is in the columns above the first numbers. */
  boolean hasDates(Range range, int from) {
    float tolerance = 4 * rows.get(range.start()).height();
    float left = rows.get(range.end() - 1).left() + tolerance;
    for (int i = Math.max(from, range.start() - MAX_DATES); i < range.end(); i++) {
      Row row = rows.get(i);
      if (row.values() > 0 && i >= range.start()) {
        return false;
      }
      boolean isNear =
          i >= range.start()
              || rows.get(i + 1).top() - row.bottom() < MAX_HEADER_GAP * row.height();
      if (isNear && row.segments().stream().anyMatch(each -> isDateAbove(each, left))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isDateAbove(Segment text, float left) {
    return text.isDate() && text.left() > left;
  }

  private static boolean isLabel(Row row, List<Column> columns) {
    return row.right() < columns.get(1).left()
        && row.left() < columns.get(0).right()
        && row.segments().stream().noneMatch(Blocks::isUnits);
  }

  private boolean isInColumns(int above, int data, List<Column> columns) {
    Row row = rows.get(above);
    Row next = rows.get(above + 1);
    boolean isUnits = row.isSingle() && isUnits(row.segments().get(0));
    float gap = (isUnits ? 2 : row.isSingle() ? 1 : 1.5f) * MAX_HEADER_GAP * next.height();
    if (next.top() - row.bottom() > gap || row.hasValueRightOf(columns.get(0))) {
      return false;
    }
    if (row.isSingle() && above > 0 && isWrapped(rows.get(above - 1), row, columns)) {
      return false;
    }
    return isUnits || (!isTitle(row, rows.get(data), columns) && isAboveColumns(row, columns));
  }

  /** Whether a text above a table is its title: in upper case, or larger and beside its columns. */
  private static boolean isTitle(Row row, Row data, List<Column> columns) {
    Segment text = row.segments().get(0);
    return row.isSingle()
        && ((text.text().length() >= MIN_TITLE && text.isUpperCase())
            || (row.fontSize() > TITLE * data.fontSize() && row.left() < columns.get(1).left()));
  }

  private static boolean isAboveColumns(Row row, List<Column> columns) {
    float left = columns.get(1).left();
    float tolerance = 2 * row.height();
    if (!row.isSingle()) {
      return row.segments().stream().allMatch(each -> each.words().size() <= MAX_NAME);
    }
    Segment text = row.segments().get(0);
    return text.right() < left
        || (text.words().size() <= MAX_NAME
            && ((text.left() + text.right()) / 2 > left - tolerance || text.isDate())
            && (text.left() > columns.get(0).left() + tolerance || columns.get(0).left() > left));
  }

  /** Whether a line is the end of a paragraph. */
  private static boolean isWrapped(Row above, Row row, List<Column> columns) {
    return above.isSingle()
        && above.left() < columns.get(1).left()
        && above.segments().get(0).words().size() >= MIN_PARAGRAPH
        && row.top() - above.bottom() < 0.8f * row.height()
        && Math.abs(row.left() - above.left()) < 4 * row.height();
  }

  static boolean isUnits(Segment text) {
    return text.text().length() <= MAX_UNITS
        && UNITS.matcher(text.text()).matches()
        && !text.text().endsWith(".");
  }

  /** Whether a row begins a note. The label of a row with numbers may begin in the same way. */
  private boolean isNote(int index) {
    Row row = rows.get(index);
    Row next = index + 1 < rows.size() ? rows.get(index + 1) : row;
    if (next.values() > 0 && next.top() - row.bottom() < 0.8f * row.height() && !isNote(next)) {
      return false;
    }
    return isNote(row);
  }

  private static boolean isNote(Row row) {
    Segment first = row.segments().get(0);
    return first.text().startsWith("____")
        || (row.values() == (first.kind() == Segment.Kind.VALUE ? 1 : 0)
            && first.words().size() + (row.isSingle() ? 0 : row.segments().get(1).words().size())
                >= MIN_NOTE
            && NOTE.matcher(first.words().get(0).text()).matches()
            && !isUnits(first));
  }

  private boolean isNext(int index) {
    Row row = rows.get(index);
    Row above = block.get(block.size() - 1);
    if (row.top() - above.bottom() > MAX_GAP * Math.max(row.height(), above.height())
        || isHeaderOfNext(row)
        || isNote(index)
        || isProse(row)) {
      return false;
    }
    return !row.isSingle() || block.size() - 1 - lastData < MAX_LABELS;
  }

  /** Whether a row with dates, units or names of columns begins another table below numbers. */
  private boolean isHeaderOfNext(Row row) {
    float left = firstValue;
    if (row.values() > 0 || left == Float.MAX_VALUE) {
      return false;
    }
    float tolerance = 4 * row.height();
    float labels = firstLabel + tolerance;
    float beside = lastLabel;
    boolean isNames = !row.isSingle() && row.left() > Math.min(left - tolerance, beside);
    boolean isDates =
        row.segments().stream()
            .anyMatch(
                each -> isDateAbove(each, labels) && (each.right() > left || each.left() > beside));
    boolean isUnits = row.isSingle() && isUnits(row.segments().get(0));
    return row.numbers() > 1 || isNames || isDates || isUnits;
  }

  /** Whether a text without numbers beside it is wider than a label can be. */
  private boolean isProse(Row row) {
    float left = firstValue;
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
    firstValue = Math.min(firstValue, row.firstValue());
    firstLabel = Math.min(firstLabel, row.left());
    if (row.values() > 0) {
      lastLabel = Math.max(lastLabel, row.segments().get(0).right());
    }
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

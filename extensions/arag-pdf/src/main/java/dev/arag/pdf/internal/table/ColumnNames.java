package dev.arag.pdf.internal.table;

import dev.arag.pdf.internal.layout.Word;
import dev.arag.pdf.internal.table.PageTable.Column;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the lines of a header: units, a text over all columns, and one line with the whole name of
 * each column. A text over several columns, such as "Three months ended", becomes a part of the
 * name of each of them.
 */
final class ColumnNames {
  /** The centers of a text and of its columns differ at most by this part of their width. */
  private static final float OFF_CENTER = 0.17f;

  private static final float MIN_OFF_CENTER = 12;

  /** A text without a rule below it is searched over at most this number of columns. */
  private static final int MAX_SPAN = 60;

  private final List<Row> rows;
  private final List<Column> columns;
  private final Underlines underlines;
  private final List<Column> extents = new ArrayList<>();
  private final List<List<Cell>> lines = new ArrayList<>();
  private final List<List<Word>> names = new ArrayList<>();
  private List<Segment> textsBelow = List.of();
  private List<int[]> spansBelow = List.of();

  ColumnNames(List<Row> rows, List<Column> columns, Underlines underlines) {
    this.rows = rows;
    this.columns = columns;
    this.underlines = underlines;
    columns.forEach(each -> names.add(new ArrayList<>()));
    extents.addAll(columns);
  }

  List<List<Cell>> lines() {
    // The names of columns may be wider than their numbers, so that the lowest row comes first.
    for (int i = rows.size() - 1; i >= 0; i--) {
      Row row = rows.get(i);
      List<int[]> spans = spans(row);
      if (isUnits(row)) {
        lines.add(0, line(row, 0));
      } else if (isOverAll(row, spans)) {
        lines.add(0, line(row, 1));
      } else {
        addNames(row, spans);
      }
      textsBelow = row.segments();
      spansBelow = spans;
    }
    if (names.stream().anyMatch(each -> !each.isEmpty())) {
      lines.add(names.stream().map(each -> each.isEmpty() ? Cell.EMPTY : new Cell(each)).toList());
    }
    return lines;
  }

  private static boolean isUnits(Row row) {
    return row.isSingle() && Blocks.isUnits(row.segments().get(0));
  }

  private boolean isOverAll(Row row, List<int[]> spans) {
    int[] last = spans.get(spans.size() - 1);
    return row.isSingle() && last[0] == 1 && last[1] == columns.size() - 1 && last[1] > last[0];
  }

  private List<Cell> line(Row row, int column) {
    List<Cell> line = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      line.add(i == column ? new Cell(row.segments().get(0).words()) : Cell.EMPTY);
    }
    return line;
  }

  /** Adds the texts of a row above the names that are known so far. */
  private void addNames(Row row, List<int[]> spans) {
    List<List<Word>> above = new ArrayList<>();
    columns.forEach(each -> above.add(new ArrayList<>()));
    for (int i = 0; i < spans.size(); i++) {
      Segment text = row.segments().get(i);
      int[] span = spans.get(i);
      for (int column = span[0]; column <= span[1]; column++) {
        above.get(column).addAll(text.words());
      }
      if (span[0] == span[1]) {
        Column extent = extents.get(span[0]);
        extents.set(
            span[0],
            new Column(
                Math.min(extent.left(), text.left()), Math.max(extent.right(), text.right())));
      }
    }
    for (int i = 0; i < names.size(); i++) {
      names.get(i).addAll(0, above.get(i));
    }
  }

  /** Returns the first and the last column of each text of a row. */
  private List<int[]> spans(Row row) {
    List<int[]> spans = new ArrayList<>();
    row.segments().forEach(each -> spans.add(overlapped(each)));
    if (isLineAbove(row, spans) || isDividedEvenly(row, spans)) {
      return spans;
    }
    for (int i = 0; i < spans.size(); i++) {
      int from = i == 0 ? 1 : spans.get(i - 1)[1] + 1;
      int to = i == spans.size() - 1 ? columns.size() - 1 : spans.get(i + 1)[0] - 1;
      int[] span = spans.get(i);
      if (span[0] >= 1 && from <= span[0] && span[1] <= to) {
        spans.set(i, widened(row, row.segments().get(i), span, from, to));
      }
    }
    return spans;
  }

  /** Whether the texts are the first lines of texts over several columns in the row below. */
  private boolean isLineAbove(Row row, List<int[]> spans) {
    if (spansBelow.stream().filter(span -> span[0] < span[1]).count() != spans.size()) {
      return false;
    }
    List<int[]> lines = new ArrayList<>();
    for (int i = 0; i < row.segments().size(); i++) {
      Segment text = row.segments().get(i);
      int[] line = null;
      for (int j = 0; j < textsBelow.size(); j++) {
        Segment below = textsBelow.get(j);
        boolean isOver =
            Math.min(text.right(), below.right()) - Math.max(text.left(), below.left())
                > 0.6f * Math.min(text.right() - text.left(), below.right() - below.left());
        line = isOver && spansBelow.get(j)[0] < spansBelow.get(j)[1] ? spansBelow.get(j) : line;
      }
      if (line == null) {
        return false;
      }
      lines.add(line);
    }
    for (int i = 0; i < lines.size(); i++) {
      spans.set(i, lines.get(i));
    }
    return true;
  }

  /** Gives each of several dates or periods the same number of columns, if they fit. */
  private boolean isDividedEvenly(Row row, List<int[]> spans) {
    int first = spans.get(0)[0] == 0 ? 1 : 0;
    int count = row.segments().size() - first;
    int size = count < 2 ? 0 : (columns.size() - 1) / count;
    if (size < 2 || size * count != columns.size() - 1) {
      return false;
    }
    for (int i = 0; i < count; i++) {
      Segment text = row.segments().get(first + i);
      int from = 1 + i * size;
      if (!text.isDate() || !isCentered(text, from, from + size - 1)) {
        return false;
      }
    }
    for (int i = 0; i < count; i++) {
      spans.set(first + i, new int[] {1 + i * size, (i + 1) * size});
    }
    return true;
  }

  private int[] overlapped(Segment text) {
    int first = -1;
    int last = -1;
    for (int i = 0; i < columns.size(); i++) {
      // The label of a row may be wide, so that a name begins above its end.
      float margin = i == 0 ? Math.max(0, (text.right() - text.left()) / 2) : 0;
      if (columns.get(i).overlap(text.left(), text.right()) > margin) {
        first = first < 0 ? i : first;
        last = i;
      }
    }
    if (first < 0) {
      first = nearest(text);
      last = first;
    }
    return new int[] {first, last};
  }

  private int nearest(Segment text) {
    int best = 0;
    for (int i = 1; i < extents.size(); i++) {
      if (extents.get(i).overlap(text.left(), text.right())
          > extents.get(best).overlap(text.left(), text.right())) {
        best = i;
      }
    }
    return best;
  }

  /**
   * Adds the free columns that a text is above, by the rule below it or by its center. The rule may
   * be below a whole row, so that a name alone in its row must be over its center. If the rule is
   * also below a label, only the center tells which columns the name beside the label is above.
   */
  private int[] widened(Row row, Segment text, int[] span, int from, int to) {
    Column rule = underlines.below(text, row.bottom()).orElse(null);
    if (rule != null) {
      int[] ruled = ruled(rule, from, to);
      boolean isAlone = from == 1 && to == columns.size() - 1;
      if (isAlone && !row.isSingle() && !text.isDate() && rule.left() < center(0)) {
        return widest(text, span, ruled);
      }
      boolean mustBeCentered = row.isSingle() && !text.isDate();
      if (ruled[0] <= ruled[1] && (!mustBeCentered || isCentered(text, ruled[0], ruled[1]))) {
        return ruled;
      }
    }
    if (!text.isDate() || to - from > MAX_SPAN) {
      return span;
    }
    int[] best = span;
    for (int first = span[0]; first >= from; first--) {
      for (int last = span[1]; last <= to; last++) {
        if (isCentered(text, first, last)
            && (row.isSingle()
                ? last - first > best[1] - best[0]
                : offCenter(text, first, last) < offCenter(text, best[0], best[1]))) {
          best = new int[] {first, last};
        }
      }
    }
    return best;
  }

  /** Returns the most columns that a text is exactly over the center of. */
  private int[] widest(Segment text, int[] span, int[] limits) {
    int[] best = span;
    for (int first = span[0]; first >= limits[0]; first--) {
      int most = Math.min(limits[1], first + MAX_SPAN);
      for (int last = Math.max(span[1], first + best[1] - best[0] + 1); last <= most; last++) {
        if (offCenter(text, first, last) <= MIN_OFF_CENTER) {
          best = new int[] {first, last};
        }
      }
    }
    return best;
  }

  private int[] ruled(Column rule, int from, int to) {
    int first = from;
    while (first <= to && center(first) < rule.left()) {
      first++;
    }
    int last = to;
    while (last >= first && center(last) > rule.right()) {
      last--;
    }
    return new int[] {first, last};
  }

  private float center(int column) {
    return (columns.get(column).left() + columns.get(column).right()) / 2;
  }

  private float offCenter(Segment text, int first, int last) {
    float center = (extents.get(first).left() + extents.get(last).right()) / 2;
    return Math.abs(center - (text.left() + text.right()) / 2);
  }

  private boolean isCentered(Segment text, int first, int last) {
    float width = extents.get(last).right() - extents.get(first).left();
    return offCenter(text, first, last) <= Math.max(MIN_OFF_CENTER, OFF_CENTER * width);
  }
}

package dev.arag.pdf.internal.table;

import dev.arag.pdf.internal.layout.Word;
import dev.arag.pdf.internal.table.PageTable.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * Finds the rows whose label or text goes over several lines. Rows with numbers are never joined.
 */
final class Labels {
  /** Lines of a label are closer than this part of the height of a line. */
  private static final float MAX_GAP = 0.8f;

  /** A shorter label does not go over the end of a line, in UTF-16 units. */
  private static final int MIN_LENGTH = 20;

  /** Lines of a label are closer than this part of the distance between rows. */
  private static final float CLOSE = 0.9f;

  /** The width of a word that makes a line shorter, in points. */
  private static final float WORD = 30;

  private final List<Row> rows;
  private final ToIntFunction<Segment> columnOf;
  private final float right;
  private final float pitch;

  Labels(List<Row> rows, Column labels, ToIntFunction<Segment> columnOf) {
    this.rows = rows;
    this.columnOf = columnOf;
    this.pitch = pitch(rows);
    this.right =
        (float)
            rows.stream()
                .map(row -> row.segments().get(0))
                .filter(each -> columnOf.applyAsInt(each) == 0)
                .mapToDouble(Segment::right)
                .max()
                .orElse(labels.right());
  }

  /** The usual distance from the top of a row to the top of the next one, in points. */
  private static float pitch(List<Row> rows) {
    double[] distances =
        IntStream.range(1, rows.size())
            .mapToDouble(i -> rows.get(i).top() - rows.get(i - 1).top())
            .sorted()
            .toArray();
    return distances.length == 0 ? 0 : (float) distances[distances.length / 2];
  }

  /** Returns the rows, each with its lines. */
  List<List<Row>> groups() {
    List<List<Row>> groups = new ArrayList<>();
    List<Row> group = new ArrayList<>();
    for (Row row : rows) {
      if (!group.isEmpty() && !continues(group.get(group.size() - 1), row)) {
        close(group, groups);
        group = new ArrayList<>();
      }
      group.add(row);
    }
    close(group, groups);
    return groups;
  }

  /** Adds a group. If several of its rows have cells, it is cut above the widest space. */
  private static void close(List<Row> group, List<List<Row>> groups) {
    int first = 0;
    while (first < group.size() && group.get(first).isSingle()) {
      first++;
    }
    int second = first + 1;
    while (second < group.size() && group.get(second).isSingle()) {
      second++;
    }
    if (second >= group.size()) {
      if (!group.isEmpty()) {
        groups.add(group);
      }
      return;
    }
    int cut = second;
    for (int i = second; i > first; i--) {
      if (distance(group, i) >= distance(group, cut)) {
        cut = i;
      }
    }
    groups.add(group.subList(0, cut));
    close(group.subList(cut, group.size()), groups);
  }

  private static float distance(List<Row> group, int i) {
    return Math.round(group.get(i).top() - group.get(i - 1).bottom());
  }

  private boolean continues(Row above, Row row) {
    Segment next = row.segments().get(0);
    if (row.top() - above.bottom() > MAX_GAP * row.height()) {
      return false;
    }
    Segment first = above.segments().get(0);
    if (above.isSingle() && columnOf.applyAsInt(first) > 0) {
      return row.segments().stream().anyMatch(each -> wraps(first, each));
    }
    if (!next.isText()) {
      return false;
    }
    int column = columnOf.applyAsInt(next);
    if (column > 0) {
      return row.values() == 0 && above.segments().stream().anyMatch(each -> wraps(each, next));
    }
    if (columnOf.applyAsInt(first) != 0
        || first.text().endsWith(":")
        || !(above.isSingle() || row.isSingle())) {
      return false;
    }
    return next.isLowerCase()
        || (row.isSingle() && row.top() < above.bottom() - row.height() / 4)
        || (first.text().length() >= MIN_LENGTH
            && isFull(first, next, right)
            && (isClose(above, row) || isUsualLength(first))
            && (above.isSingle() || !next.text().endsWith(":"))
            && !next.isUpperCase()
            && !first.isUpperCase());
  }

  /** Whether a text in a column beside the labels goes on. */
  private boolean wraps(Segment text, Segment next) {
    return text.isText()
        && next.isText()
        && columnOf.applyAsInt(text) == columnOf.applyAsInt(next)
        && (next.isLowerCase() || text.right() >= next.right())
        && text.text().length() >= MIN_LENGTH;
  }

  /** Whether two lines are closer than rows usually are. */
  private boolean isClose(Row above, Row row) {
    return row.top() - above.top() < CLOSE * pitch;
  }

  /** Whether another label is about as long, so that both end where lines are broken. */
  private boolean isUsualLength(Segment label) {
    return rows.stream()
            .map(row -> row.segments().get(0))
            .filter(each -> each.right() > label.right() - WORD && columnOf.applyAsInt(each) == 0)
            .limit(2)
            .count()
        > 1;
  }

  private static boolean isFull(Segment text, Segment next, float right) {
    Word word = next.words().get(0);
    return text.right() + (word.right() - word.left()) > right;
  }
}

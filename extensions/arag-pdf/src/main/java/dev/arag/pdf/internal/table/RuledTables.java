package dev.arag.pdf.internal.table;

import dev.arag.pdf.internal.layout.PageContent;
import dev.arag.pdf.internal.layout.Rule;
import dev.arag.pdf.internal.layout.TextLine;
import dev.arag.pdf.internal.layout.Word;
import dev.arag.pdf.internal.table.PageTable.Column;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Finds tables that have rules around each cell. A cell may have several lines of text and cover
 * several columns or rows.
 */
final class RuledTables {
  /** Rules that are closer, in points, are one rule. */
  private static final float TOLERANCE = 3;

  /** Pages with more rules are not searched for rules around cells. */
  private static final int MAX_RULES = 5_000;

  /** Larger grids are drawings. */
  private static final int MAX_CELLS = 100_000;

  /** A border covers at least this part of the height of its table. */
  private static final float BORDER = 0.9f;

  /** A header has at most this number of rows. */
  private static final int MAX_HEADER = 3;

  private final PageContent page;

  RuledTables(PageContent page) {
    this.page = page;
  }

  List<PageTable> find() {
    List<PageTable> tables = new ArrayList<>();
    if (page.rules().size() <= MAX_RULES && !page.lines().isEmpty() && PageRows.isSearched(page)) {
      for (List<Rule> rules : connected(page.rules())) {
        new Grid(rules).table(page.lines()).ifPresent(tables::add);
      }
    }
    return tables;
  }

  /** Groups the rules that touch each other, from top to bottom. */
  private static List<List<Rule>> connected(List<Rule> rules) {
    List<Rule> rest = new ArrayList<>(rules);
    rest.sort(Comparator.comparingDouble(Rule::top));
    List<List<Rule>> groups = new ArrayList<>();
    while (!rest.isEmpty()) {
      List<Rule> group = new ArrayList<>(List.of(rest.remove(0)));
      for (int i = 0; i < group.size(); i++) {
        Rule rule = group.get(i);
        Iterator<Rule> fromTop = rest.iterator();
        boolean isNear = true;
        while (isNear && fromTop.hasNext()) {
          Rule each = fromTop.next();
          isNear = each.top() <= rule.bottom() + TOLERANCE;
          if (touches(rule, each)) {
            group.add(each);
            fromTop.remove();
          }
        }
      }
      groups.add(group);
    }
    return groups;
  }

  private static boolean touches(Rule one, Rule other) {
    return one.left() <= other.right() + TOLERANCE
        && other.left() <= one.right() + TOLERANCE
        && one.top() <= other.bottom() + TOLERANCE
        && other.top() <= one.bottom() + TOLERANCE;
  }

  /** The cells between connected rules. */
  private static final class Grid {
    private final List<Rule> vertical;
    private final List<Rule> horizontal;
    private final float[] lefts;
    private final float[] tops;
    private boolean[][] isLeft = {};
    private boolean[][] isTop = {};

    Grid(List<Rule> rules) {
      horizontal = rules.stream().filter(Rule::isHorizontal).toList();
      vertical = rules.stream().filter(each -> !each.isHorizontal()).toList();
      lefts = distinct(vertical.stream().map(Rule::left).toList());
      tops = distinct(horizontal.stream().map(Rule::top).toList());
    }

    private static float[] distinct(List<Float> values) {
      List<Float> found = new ArrayList<>();
      for (float each : values.stream().sorted().toList()) {
        if (found.isEmpty() || each - found.get(found.size() - 1) > TOLERANCE) {
          found.add(each);
        }
      }
      float[] result = new float[found.size()];
      for (int i = 0; i < result.length; i++) {
        result[i] = found.get(i);
      }
      return result;
    }

    Optional<PageTable> table(List<TextLine> lines) {
      int columns = lefts.length - 1;
      int rows = tops.length - 1;
      if (columns < 2 || rows < 2 || (long) columns * rows > MAX_CELLS || !hasBorders()) {
        return Optional.empty();
      }
      markBorders(rows, columns);
      List<List<List<Word>>> cells = new ArrayList<>();
      for (int row = 0; row < rows; row++) {
        cells.add(new ArrayList<>());
        for (int column = 0; column < columns; column++) {
          cells.get(row).add(new ArrayList<>());
        }
      }
      BitSet inside = new BitSet();
      for (int i = 0; i < lines.size(); i++) {
        int placed = 0;
        for (Word word : lines.get(i).words()) {
          placed += place(word, cells) ? 1 : 0;
        }
        if (placed == lines.get(i).words().size()) {
          inside.set(i);
        } else if (placed > 0) {
          return Optional.empty();
        }
      }
      int first = inside.nextSetBit(0);
      int last = inside.length() - 1;
      if (first < 0 || inside.cardinality() != last - first + 1) {
        return Optional.empty();
      }
      return table(cells, first, last);
    }

    private Optional<PageTable> table(List<List<List<Word>>> cells, int first, int last) {
      List<List<Cell>> rows =
          cells.stream()
              .map(row -> row.stream().map(RuledTables::cell).toList())
              .filter(row -> !row.stream().allMatch(Cell::isEmpty))
              .toList();
      long full = rows.stream().filter(row -> filled(row) > 1).count();
      if (full < 2) {
        return Optional.empty(); // A box around text, or a box with a title.
      }
      int body = body(rows);
      List<Column> columns = new ArrayList<>();
      for (int i = 0; i < lefts.length - 1; i++) {
        columns.add(new Column(lefts[i], lefts[i + 1]));
      }
      return Optional.of(
          new PageTable(
              first, last, rows.subList(0, body), rows.subList(body, rows.size()), columns));
    }

    private static long filled(List<Cell> row) {
      return row.stream().filter(cell -> !cell.isEmpty()).count();
    }

    /** The header is above the first number; without numbers, it is a row in bold. */
    private static int body(List<List<Cell>> rows) {
      int body = 0;
      while (body < Math.min(MAX_HEADER, rows.size() - 1)
          && rows.get(body).stream().skip(1).noneMatch(RuledTables::isValue)) {
        body++;
      }
      boolean hasNumbers =
          body < rows.size() && rows.get(body).stream().anyMatch(RuledTables::isValue);
      if (hasNumbers) {
        return body;
      }
      return rows.get(0).stream().flatMap(cell -> cell.words().stream()).allMatch(Word::bold)
          ? 1
          : 0;
    }

    /** Whether the rules at all four sides go around the whole table. */
    private boolean hasBorders() {
      float top = tops[0];
      float bottom = tops[tops.length - 1];
      float left = lefts[0];
      float right = lefts[lefts.length - 1];
      return covered(vertical, left, top, bottom) >= BORDER * (bottom - top)
          && covered(vertical, right, top, bottom) >= BORDER * (bottom - top)
          && crossed(top, left, right) >= BORDER * (right - left)
          && crossed(bottom, left, right) >= BORDER * (right - left);
    }

    /** How much of a vertical rule at a position is drawn between two heights, in points. */
    private static float covered(List<Rule> vertical, float at, float top, float bottom) {
      float end = top;
      float sum = 0;
      for (Rule rule : vertical) { // From top to bottom.
        if (Math.abs(rule.left() - at) <= TOLERANCE) {
          sum += Math.max(0, Math.min(bottom, rule.bottom()) - Math.max(end, rule.top()));
          end = Math.max(end, rule.bottom());
        }
      }
      return sum;
    }

    private float crossed(float at, float left, float right) {
      float end = left;
      float sum = 0;
      List<Rule> sorted =
          horizontal.stream()
              .filter(rule -> Math.abs(rule.top() - at) <= TOLERANCE)
              .sorted(Comparator.comparingDouble(Rule::left))
              .toList();
      for (Rule rule : sorted) {
        sum += Math.max(0, Math.min(right, rule.right()) - Math.max(end, rule.left()));
        end = Math.max(end, rule.right());
      }
      return sum;
    }

    /** Adds a word to the first cell of the area between the rules around it. */
    private boolean place(Word word, List<List<List<Word>>> cells) {
      float x = (word.left() + word.right()) / 2;
      float y = (word.top() + word.bottom()) / 2;
      int column = index(lefts, x);
      int row = index(tops, y);
      if (column < 0 || row < 0) {
        return false;
      }
      while (column > 0 && !isLeft[row][column]) {
        column--;
      }
      while (row > 0 && !isTop[row][column]) {
        row--;
      }
      cells.get(row).get(column).add(word);
      return true;
    }

    private static int index(float[] positions, float at) {
      for (int i = 0; i + 1 < positions.length; i++) {
        if (positions[i] <= at && at < positions[i + 1]) {
          return i;
        }
      }
      return -1;
    }

    /** Finds out which cells have a rule at their left and above them. */
    private void markBorders(int rows, int columns) {
      isLeft = new boolean[rows][columns];
      isTop = new boolean[rows][columns];
      for (Rule rule : vertical) {
        int column = index(lefts, rule.left() + TOLERANCE);
        for (int row = 0; column >= 0 && row < rows; row++) {
          float middle = (tops[row] + tops[row + 1]) / 2;
          isLeft[row][column] |= rule.top() <= middle && middle <= rule.bottom();
        }
      }
      for (Rule rule : horizontal) {
        int row = index(tops, rule.top() + TOLERANCE);
        for (int column = 0; row >= 0 && column < columns; column++) {
          float middle = (lefts[column] + lefts[column + 1]) / 2;
          isTop[row][column] |= rule.left() <= middle && middle <= rule.right();
        }
      }
    }
  }

  private static Cell cell(List<Word> words) {
    return words.isEmpty() ? Cell.EMPTY : new Cell(words);
  }

  private static boolean isValue(Cell cell) {
    return !cell.isEmpty() && Segment.of(cell.words()).kind() == Segment.Kind.VALUE;
  }
}

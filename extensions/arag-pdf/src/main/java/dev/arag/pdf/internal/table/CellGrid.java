package dev.arag.pdf.internal.table;

import dev.arag.pdf.internal.layout.Word;
import dev.arag.pdf.internal.table.PageTable.Column;
import dev.arag.pdf.internal.table.Segment.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Puts the segments of rows into columns, and parts the header from the rows below it. */
final class CellGrid {
  private final List<Row> block;
  private final List<Column> columns;

  CellGrid(List<Row> block, List<Column> columns) {
    this.block = block;
    this.columns = columns;
  }

  PageTable table(int firstLine, int lastLine) {
    int body = bodyStart();
    return new PageTable(
        firstLine,
        lastLine,
        header(block.subList(0, body)),
        body(block.subList(body, block.size())),
        columns);
  }

  /** The header ends with the last row before the numbers that has more than a label. */
  private int bodyStart() {
    int data = 0;
    while (data < block.size() && !isData(block.get(data))) {
      data++;
    }
    int body = data;
    while (body > 0 && isLabel(block.get(body - 1))) {
      body--;
    }
    return data == block.size() ? 1 : body;
  }

  private boolean isData(Row row) {
    return row.segments().stream()
        .anyMatch(each -> each.kind() == Kind.VALUE && columnOf(each) > 0);
  }

  private boolean isLabel(Row row) {
    return row.isSingle()
        && columnOf(row.segments().get(0)) == 0
        && !Blocks.isUnits(row.segments().get(0));
  }

  /** The column that has most of a segment; if none has any of it, the nearest one. */
  private int columnOf(Segment segment) {
    int best = 0;
    float most = -Float.MAX_VALUE;
    for (int i = 0; i < columns.size(); i++) {
      float overlap = columns.get(i).overlap(segment.core().left(), segment.core().right());
      if (overlap > most) {
        most = overlap;
        best = i;
      }
    }
    return best;
  }

  private boolean isSpanning(Segment segment) {
    return columns.stream().filter(segment::isIn).count() > 1;
  }

  private int firstColumnOf(Segment segment) {
    for (int i = 0; i < columns.size(); i++) {
      if (segment.isIn(columns.get(i))) {
        return i;
      }
    }
    return columnOf(segment);
  }

  private List<Cell> cells(Row row) {
    List<List<Word>> words = new ArrayList<>();
    columns.forEach(each -> words.add(new ArrayList<>()));
    for (Segment each : row.segments()) {
      int column = each.isText() ? firstColumnOf(each) : columnOf(each);
      words.get(column).addAll(each.words());
    }
    return words.stream().map(each -> each.isEmpty() ? Cell.EMPTY : new Cell(each)).toList();
  }

  /** Names of columns that go over several lines are joined. */
  private List<List<Cell>> header(List<Row> rows) {
    List<List<Cell>> header = new ArrayList<>();
    Row above = null;
    boolean canJoin = false;
    for (Row row : rows) {
      boolean isSpanning =
          row.segments().stream().anyMatch(this::isSpanning)
              || (row.isSingle() && Blocks.isUnits(row.segments().get(0)));
      List<Cell> cells = cells(row);
      boolean isNear = above != null && row.top() - above.bottom() < 0.9f * row.height();
      if (canJoin && !isSpanning && isNear) {
        int last = header.size() - 1;
        header.set(last, join(header.get(last), cells));
      } else {
        header.add(cells);
      }
      canJoin = !isSpanning;
      above = row;
    }
    return header;
  }

  private static List<Cell> join(List<Cell> above, List<Cell> below) {
    List<Cell> joined = new ArrayList<>();
    for (int i = 0; i < above.size(); i++) {
      List<Word> words = new ArrayList<>(above.get(i).words());
      words.addAll(below.get(i).words());
      joined.add(new Cell(words));
    }
    return joined;
  }

  private List<List<Cell>> body(List<Row> rows) {
    List<List<Cell>> body = new ArrayList<>();
    float labelRight =
        (float)
            rows.stream()
                .filter(row -> columnOf(row.segments().get(0)) == 0)
                .mapToDouble(row -> row.segments().get(0).right())
                .max()
                .orElse(0);
    float pitch = pitch(rows);
    Row above = null;
    for (Row row : rows) {
      List<Cell> cells = cells(row);
      if (above != null && continues(above, row, labelRight, pitch)) {
        int last = body.size() - 1;
        body.set(last, join(body.get(last), cells));
      } else {
        body.add(cells);
      }
      above = row;
    }
    return body;
  }

  /** The usual distance between the tops of two rows, in points. */
  private static float pitch(List<Row> rows) {
    double[] distances =
        IntStream.range(1, rows.size())
            .mapToDouble(i -> rows.get(i).top() - rows.get(i - 1).top())
            .sorted()
            .toArray();
    return distances.length == 0 ? 0 : (float) distances[distances.length / 2];
  }

  /** Whether the label of a row goes on in the next row. One of both rows has no numbers. */
  private boolean continues(Row above, Row row, float labelRight, float pitch) {
    Segment label = above.segments().get(0);
    Segment next = row.segments().get(0);
    boolean isTight = row.top() - above.bottom() < 0.8f * row.height();
    if (!isTight || columnOf(label) != 0 || columnOf(next) != 0 || label.text().endsWith(":")) {
      return false;
    }
    if (!next.isText() || (!above.isSingle() && !row.isSingle())) {
      return false;
    }
    boolean isLower = Character.isLowerCase(next.text().codePointAt(0));
    Word word = next.words().get(0);
    boolean isFull = label.right() + (word.right() - word.left()) > labelRight;
    boolean isClose = row.isSingle() && row.top() - above.top() < 0.8f * pitch;
    return isLower || isClose || (isFull && above.isSingle() && label.text().length() > 25);
  }
}

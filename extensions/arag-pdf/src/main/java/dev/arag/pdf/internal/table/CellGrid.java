package dev.arag.pdf.internal.table;

import dev.arag.pdf.internal.layout.Word;
import dev.arag.pdf.internal.table.PageTable.Column;
import dev.arag.pdf.internal.table.Segment.Kind;
import java.util.ArrayList;
import java.util.List;

/** Puts the segments of rows into columns, and separates the header from the rows below it. */
final class CellGrid {
  private final List<Row> block;
  private final List<Column> columns;
  private final Underlines underlines;

  CellGrid(List<Row> block, List<Column> columns, Underlines underlines) {
    this.block = block;
    this.columns = columns;
    this.underlines = underlines;
  }

  PageTable table(int firstLine, int lastLine) {
    int body = bodyStart();
    return new PageTable(
        firstLine,
        lastLine,
        new ColumnNames(block.subList(0, body), columns, underlines).lines(),
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
    return data == block.size() ? boldRows() : body;
  }

  /** Without numbers, the header is a first row in bold. */
  private int boldRows() {
    boolean isBold =
        block.get(0).segments().stream()
            .flatMap(each -> each.words().stream())
            .allMatch(Word::bold);
    return isBold ? 1 : 0;
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

  /** The first column that has a part of a text; the column of a number. */
  private int firstColumnOf(Segment segment) {
    for (int i = 0; segment.isText() && i < columns.size(); i++) {
      if (segment.isIn(columns.get(i))) {
        return i;
      }
    }
    return columnOf(segment);
  }

  private List<Cell> cells(List<Row> rows) {
    List<List<Word>> words = new ArrayList<>();
    columns.forEach(each -> words.add(new ArrayList<>()));
    for (Row row : rows) {
      row.segments().forEach(each -> words.get(firstColumnOf(each)).addAll(each.words()));
    }
    return words.stream().map(each -> each.isEmpty() ? Cell.EMPTY : new Cell(each)).toList();
  }

  private List<List<Cell>> body(List<Row> rows) {
    Labels labels = new Labels(rows, columns.get(0), this::firstColumnOf);
    return labels.groups().stream().map(this::cells).toList();
  }
}

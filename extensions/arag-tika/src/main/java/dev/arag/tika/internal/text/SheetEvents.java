package dev.arag.tika.internal.text;

import dev.arag.index.ingest.MarkupText;
import dev.arag.index.spi.IngestLimits;
import java.util.ArrayList;
import java.util.List;

/** Collects the cells of the XHTML table of a sheet and forwards them row by row. */
final class SheetEvents {
  private final IngestLimits limits;
  private final SheetRows rows;
  private final List<String> row = new ArrayList<>();
  private final StringBuilder cell = new StringBuilder();
  private boolean isCell;
  private int rowLength;

  SheetEvents(MarkupText text, IngestLimits limits) {
    this.limits = limits;
    this.rows = new SheetRows(text, limits);
  }

  void missingRows() {
    rows.row(List.of());
  }

  void start(String name) {
    if (name.equals("tr")) {
      row.clear();
      rowLength = 0;
    } else if (name.equals("td")) {
      isCell = true;
    } else {
      cell.append(' ');
    }
  }

  void append(char[] units, int start, int length) {
    if (isCell) {
      rowLength += length;
      limits.checkText(rowLength);
      cell.append(units, start, length);
    }
  }

  void end(String name) {
    if (name.equals("td")) {
      isCell = false;
      row.add(cell.toString().replace('\u00A0', ' ').strip());
      cell.setLength(0);
    } else if (name.equals("tr")) {
      rows.row(List.copyOf(row));
      cell.setLength(0);
    } else if (name.equals("table")) {
      rows.end();
    }
  }
}

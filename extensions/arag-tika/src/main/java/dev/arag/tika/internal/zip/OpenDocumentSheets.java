package dev.arag.tika.internal.zip;

import dev.arag.tika.internal.text.CollectedText;
import dev.arag.tika.internal.text.SheetRows;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Reads the sheets of an OpenDocument spreadsheet: their names, shapes and rows. Tika's parser
 * omits the names and the copies of repeated cells, and moves the cells next to covered ones.
 */
final class OpenDocumentSheets extends DefaultHandler {
  private static final String NAMESPACES = "urn:oasis:names:tc:opendocument:xmlns:";
  private static final String TABLE = NAMESPACES + "table:1.0";
  private static final String TEXT = NAMESPACES + "text:1.0";
  private static final String SVG = NAMESPACES + "svg-compatible:1.0";

  private static final Set<String> DESCRIPTIONS = Set.of("title", "desc");

  /** Elements that separate the text before them from the text in or after them. */
  private static final Set<String> BREAKS =
      Set.of("p", "h", "s", "tab", "line-break", "title", "desc");

  /** The limit of copies of a row or cell; a file may declare billions. */
  private static final int MAX_COPIES = 1_000;

  /** The number of columns up to which a row has copies of its cells. */
  private static final int MAX_COLUMNS = 16_384;

  private final CollectedText reading;
  private final SheetRows rows;

  /** Whether each open element contains text that is shown. */
  private final BitSet shown = new BitSet();

  private int depth;
  private final StringBuilder text = new StringBuilder();
  private final List<String> row = new ArrayList<>();
  private boolean isCell;
  private int textLength;
  private int blanks;
  private int cellCopies;
  private int rowCopies;

  OpenDocumentSheets(CollectedText reading) {
    this.reading = reading;
    rows = new SheetRows(reading.text(), reading.limits());
  }

  @Override
  public void startElement(String uri, String local, String name, Attributes attributes)
      throws SAXException {
    boolean isText = uri.equals(TEXT) || (uri.equals(SVG) && DESCRIPTIONS.contains(local));
    shown.set(depth++, isText);
    if (isText || uri.equals(TABLE)) {
      reading.events().countElement();
    }
    if (isText && BREAKS.contains(local)) {
      text.append(' ');
    } else if (uri.equals(TABLE)) {
      startInTable(local, attributes);
    }
  }

  private void startInTable(String local, Attributes attributes) {
    switch (local) {
      case "table" ->
          append("h1", Objects.requireNonNullElse(attributes.getValue(TABLE, "name"), ""));
      case "table-row" -> rowCopies = copies(attributes.getValue(TABLE, "number-rows-repeated"));
      case "table-cell", "covered-table-cell" -> {
        isCell = true;
        cellCopies = copies(attributes.getValue(TABLE, "number-columns-repeated"));
      }
      default -> {}
    }
  }

  private static int copies(@Nullable String number) {
    return Math.max(1, Math.min(MAX_COPIES, WordStyles.number(number)));
  }

  @Override
  public void characters(char[] units, int start, int length) {
    if (depth > 0 && shown.get(depth - 1)) {
      textLength += length;
      reading.limits().checkText(textLength);
      text.append(units, start, length);
    }
  }

  @Override
  public void endElement(String uri, String local, String name) {
    depth--;
    if (uri.equals(TABLE)) {
      endInTable(local);
    } else if (!isCell && shown.get(depth) && (depth == 0 || !shown.get(depth - 1))) {
      appendShape();
    }
  }

  private void endInTable(String local) {
    switch (local) {
      case "table" -> rows.end();
      case "table-row" -> endRow();
      case "table-cell" -> endCell(takeText());
      case "covered-table-cell" -> {
        takeText();
        endCell("");
      }
      default -> {}
    }
  }

  private String takeText() {
    String taken = text.toString().replace('\u00A0', ' ').strip();
    text.setLength(0);
    return taken;
  }

  private void endCell(String cell) {
    isCell = false;
    if (cell.isEmpty()) {
      blanks = Math.min(MAX_COLUMNS, blanks + cellCopies);
    } else {
      addCopies(blanks, "");
      row.add(cell);
      addCopies(cellCopies - 1, cell);
      blanks = 0;
    }
  }

  private void addCopies(int count, String cell) {
    int free = Math.max(0, MAX_COLUMNS - row.size());
    row.addAll(Collections.nCopies(Math.min(count, free), cell));
  }

  private void endRow() {
    List<String> cells = List.copyOf(row);
    for (int i = 0; i < (cells.isEmpty() ? 1 : rowCopies); i++) {
      rows.row(cells);
    }
    row.clear();
    blanks = 0;
    textLength = 0;
  }

  /** Appends text outside of the cells. */
  private void appendShape() {
    String shape = takeText();
    textLength = 0;
    if (!shape.isEmpty()) {
      append("p", shape);
    }
  }

  private void append(String element, String content) {
    rows.end();
    reading.text().open(element);
    reading.text().append(content);
    reading.text().close(element);
  }
}

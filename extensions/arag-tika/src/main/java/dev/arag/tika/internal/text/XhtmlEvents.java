package dev.arag.tika.internal.text;

import dev.arag.index.ingest.MarkupText;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.UnreadableSourceException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Receives the XHTML events of Tika's parsers and forwards them to a {@link MarkupText}. Forwards
 * the table of a sheet row by row, so that a long sheet needs little memory.
 */
public final class XhtmlEvents extends DefaultHandler {
  private static final Set<String> UNSEEN = Set.of("head", "script", "style");

  /** The number of events between two checks of the interrupt flag. */
  private static final int LOOK_EVERY = 1024;

  /** The limit of a sheet for columns that a cell covers; more would only be empty cells. */
  private static final int MAX_SPAN = 1_000;

  private final MarkupText text;
  private final IngestLimits limits;
  private final BooleanSupplier isWorkbook;
  private final int maxElements;
  private final Queue<String> sheets = new ArrayDeque<>();
  private final SheetRows rows;
  private final List<String> row = new ArrayList<>();
  private final StringBuilder cell = new StringBuilder();
  private boolean isSheet;
  private boolean isCell;
  private int span;
  private int rowLength;
  private int elements;
  private int unseen;
  private int slides;
  private int sinceLooked;
  private boolean isTitle;

  /**
   * @param isWorkbook whether the tables of the file are sheets
   */
  XhtmlEvents(MarkupText text, IngestLimits limits, BooleanSupplier isWorkbook) {
    this.text = text;
    this.limits = limits;
    this.rows = new SheetRows(text, limits);
    this.isWorkbook = isWorkbook;
    // A single cell at the end of a row can create thousands of empty cells before it.
    this.maxElements = Math.max(1000, limits.textLength() / 2);
  }

  /** Starts the page of the next slide. The first slide is page 1. */
  public void slide() {
    text.page(++slides);
  }

  /** Ends a table of a sheet, because rows are missing. */
  public void missingRows() {
    rows.row(List.of());
  }

  /** Adds the name of the next sheet, for a parser that does not report it. */
  public void sheet(String name) {
    requireFewElements();
    sheets.add(name);
  }

  /** Sets whether the following paragraphs belong to the title of a slide. */
  public void title(boolean isTitle) {
    this.isTitle = isTitle;
  }

  @Override
  public void startElement(String uri, String local, String qualified, Attributes attributes)
      throws SAXException {
    checkInterrupt();
    requireFewElements();
    String name = name(local, qualified);
    if (unseen > 0 || UNSEEN.contains(name)) {
      unseen++;
      return;
    }
    if (name.equals("div") && "slide".equals(attributes.getValue("class"))) {
      slide();
    }
    if (name.equals("table") && isWorkbook.getAsBoolean()) {
      isSheet = true;
      startNamedSheet();
    }
    if (isSheet) {
      startInSheet(name, attributes.getValue("colspan"));
    } else {
      text.open(name, attributes::getValue);
    }
  }

  private void startNamedSheet() {
    String name = sheets.poll();
    if (name != null) {
      text.open("h1");
      text.append(name);
      text.close("h1");
    }
  }

  private void startInSheet(String name, @Nullable String colspan) {
    if (name.equals("tr")) {
      row.clear();
      rowLength = 0;
    } else if (name.equals("td")) {
      isCell = true;
      boolean isNumber = colspan != null && colspan.matches("[0-9]{1,6}");
      span = isNumber ? Math.min(MAX_SPAN, Integer.parseInt(colspan)) : 1;
    } else {
      cell.append(' ');
    }
  }

  private void endInSheet(String name) {
    if (name.equals("td")) {
      isCell = false;
      row.add(cell.toString().replace('\u00A0', ' ').strip());
      for (int i = 1; i < span; i++) {
        row.add("");
      }
      cell.setLength(0);
    } else if (name.equals("tr")) {
      rows.row(List.copyOf(row));
      cell.setLength(0);
    } else if (name.equals("table")) {
      rows.end();
      isSheet = false;
    }
  }

  @Override
  public void endElement(String uri, String local, String qualified) {
    if (unseen > 0) {
      unseen--;
    } else if (isSheet) {
      endInSheet(name(local, qualified));
    } else {
      text.close(name(local, qualified));
    }
  }

  @Override
  public void characters(char[] units, int start, int length) throws SAXException {
    checkInterrupt();
    if (unseen == 0 && isCell) {
      rowLength += length;
      limits.checkText(rowLength);
      cell.append(units, start, length);
    } else if (unseen == 0 && !isSheet) {
      text.append(new String(units, start, length));
    }
  }

  @Override
  public void ignorableWhitespace(char[] units, int start, int length) throws SAXException {
    characters(units, start, length);
  }

  private String name(String local, String qualified) {
    String name = (local.isEmpty() ? qualified : local).toLowerCase(Locale.ROOT);
    return isTitle && name.equals("p") ? "h1" : name;
  }

  private void requireFewElements() {
    elements++;
    if (elements > maxElements) {
      throw new UnreadableSourceException(
          "it has more than " + maxElements + " cells and paragraphs; split the file");
    }
  }

  private void checkInterrupt() throws SAXException {
    sinceLooked = (sinceLooked + 1) % LOOK_EVERY;
    if (sinceLooked == 0 && Thread.currentThread().isInterrupted()) {
      throw new SAXException(new ClosedByInterruptException());
    }
  }
}

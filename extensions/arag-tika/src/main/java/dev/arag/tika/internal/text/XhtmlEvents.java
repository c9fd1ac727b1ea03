package dev.arag.tika.internal.text;

import dev.arag.index.ingest.MarkupText;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.UnreadableSourceException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Locale;
import java.util.Set;
import java.util.function.BooleanSupplier;
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

  private final MarkupText text;
  private final BooleanSupplier isWorkbook;
  private final int maxElements;
  private final SheetEvents sheet;
  private boolean isSheet;
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
    this.sheet = new SheetEvents(text, limits);
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
    sheet.missingRows();
  }

  /** Counts an element. Readers of parts that are not sent as XHTML call this method. */
  public void countElement() throws SAXException {
    checkInterrupt();
    elements++;
    if (elements > maxElements) {
      throw new UnreadableSourceException(
          "it has more than " + maxElements + " cells and paragraphs; split the file");
    }
  }

  /** Sets whether the following paragraphs belong to the title of a slide. */
  public void title(boolean isTitle) {
    this.isTitle = isTitle;
  }

  @Override
  public void startElement(String uri, String local, String qualified, Attributes attributes)
      throws SAXException {
    countElement();
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
    }
    if (isSheet) {
      sheet.start(name);
    } else {
      text.open(name, attributes::getValue);
    }
  }

  @Override
  public void endElement(String uri, String local, String qualified) {
    if (unseen > 0) {
      unseen--;
    } else if (isSheet) {
      String name = name(local, qualified);
      sheet.end(name);
      isSheet = !name.equals("table");
    } else {
      text.close(name(local, qualified));
    }
  }

  @Override
  public void characters(char[] units, int start, int length) throws SAXException {
    checkInterrupt();
    if (unseen == 0 && isSheet) {
      sheet.append(units, start, length);
    } else if (unseen == 0) {
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

  private void checkInterrupt() throws SAXException {
    sinceLooked = (sinceLooked + 1) % LOOK_EVERY;
    if (sinceLooked == 0 && Thread.currentThread().isInterrupted()) {
      throw new SAXException(new ClosedByInterruptException());
    }
  }
}

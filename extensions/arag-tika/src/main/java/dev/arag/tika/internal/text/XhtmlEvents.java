package dev.arag.tika.internal.text;

import dev.arag.index.ingest.MarkupText;
import dev.arag.index.spi.UnreadableSourceException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Locale;
import java.util.Set;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** Receives the XHTML events of Tika's parsers and forwards them to a {@link MarkupText}. */
public final class XhtmlEvents extends DefaultHandler {
  private static final Set<String> UNSEEN = Set.of("head", "script", "style");

  /** The number of events between two checks of the interrupt flag. */
  private static final int LOOK_EVERY = 1024;

  private final MarkupText text;
  private final int maxElements;
  private int elements;
  private int unseen;
  private int slides;
  private int sinceLooked;
  private boolean isTitle;

  /**
   * @param maxElements the maximum number of elements; a limit is needed because a single cell at
   *     the end of a row can create thousands of empty cells before it
   */
  XhtmlEvents(MarkupText text, int maxElements) {
    this.text = text;
    this.maxElements = maxElements;
  }

  /** Starts the page of the next slide. The first slide is page 1. */
  public void slide() {
    text.page(++slides);
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
    text.open(name);
  }

  @Override
  public void endElement(String uri, String local, String qualified) {
    if (unseen > 0) {
      unseen--;
    } else {
      text.close(name(local, qualified));
    }
  }

  @Override
  public void characters(char[] units, int start, int length) throws SAXException {
    checkInterrupt();
    if (unseen == 0) {
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

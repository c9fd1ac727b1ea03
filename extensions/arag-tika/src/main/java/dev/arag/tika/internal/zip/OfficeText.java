package dev.arag.tika.internal.zip;

import dev.arag.tika.internal.text.XhtmlEvents;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Date;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import org.apache.tika.parser.microsoft.ooxml.OOXMLWordAndPowerPointTextHandler;
import org.apache.tika.parser.microsoft.ooxml.OOXMLWordAndPowerPointTextHandler.EditType;
import org.apache.tika.parser.microsoft.ooxml.OOXMLWordAndPowerPointTextHandler.XWPFBodyContentsHandler;
import org.apache.tika.parser.microsoft.ooxml.ParagraphProperties;
import org.apache.tika.parser.microsoft.ooxml.RunProperties;
import org.apache.tika.parser.microsoft.ooxml.XWPFListManager;
import org.apache.tika.sax.ContentHandlerDecorator;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.AttributesImpl;

/**
 * Reads one part of a document or presentation. Tika's handler finds the text; this class adds what
 * it ignores: the levels of headings, the numbers of styles and notes, and the headers and spans of
 * tables.
 */
final class OfficeText extends ContentHandlerDecorator {
  private static final String WORD = OOXMLWordAndPowerPointTextHandler.W_NS;
  private static final Set<String> ON = Set.of("1", "true");
  private static final Set<String> OFF = Set.of("0", "false", "off");
  private static final Attributes NONE = new AttributesImpl();

  private final XhtmlEvents events;
  private final WordStyles styles;
  private final XWPFListManager numbers;

  /** The open paragraphs; the name of an element, or empty before Tika's handler starts it. */
  private final Deque<String> paragraphs = new ArrayDeque<>();

  private final Deque<String> cells = new ArrayDeque<>();
  private int tables;
  private int outline;
  private boolean isHeader;
  private boolean isFirstRowHeader;
  private boolean isCellPending;
  private @Nullable String span;
  private @Nullable String note;

  OfficeText(
      XhtmlEvents events, WordStyles styles, XWPFListManager numbers, Map<String, String> links) {
    this.events = events;
    this.styles = styles;
    this.numbers = numbers;
    setContentHandler(new OOXMLWordAndPowerPointTextHandler(new Body(), links));
  }

  @Override
  public void startElement(String uri, String local, String name, Attributes attributes)
      throws SAXException {
    String value = attributes.getValue(WORD, "val");
    switch (local) {
      case "p" -> outline = -1;
      case "outlineLvl" -> outline = WordStyles.number(value);
      case "tblPr" ->
          isFirstRowHeader = ON.contains(String.valueOf(attributes.getValue("firstRow")));
      case "tr" -> {
        isHeader = isFirstRowHeader;
        isFirstRowHeader = false;
      }
      case "tblHeader" -> isHeader = value == null || !OFF.contains(value);
      case "tc" -> span = attributes.getValue("gridSpan");
      case "gridSpan" -> span = value;
      case "footnote", "endnote" -> {
        String type = attributes.getValue(WORD, "type");
        note = type == null || type.equals("normal") ? attributes.getValue(WORD, "id") : null;
      }
      default -> {}
    }
    super.startElement(uri, local, name, attributes);
    if (local.equals("p")) {
      paragraphs.push("");
    }
  }

  @Override
  public void endElement(String uri, String local, String name) throws SAXException {
    super.endElement(uri, local, name);
    if (local.equals("p") && !paragraphs.isEmpty()) {
      String open = paragraphs.pop();
      if (!open.isEmpty()) {
        end(open);
      }
    }
  }

  private void start(String name) throws SAXException {
    events.startElement("", name, name, NONE);
  }

  private void end(String name) throws SAXException {
    events.endElement("", name, name);
  }

  private void write(String text) throws SAXException {
    events.characters(text.toCharArray(), 0, text.length());
  }

  /** Starts a cell with the first of its content, because its properties come before that. */
  private void startPendingCell() throws SAXException {
    if (isCellPending) {
      isCellPending = false;
      AttributesImpl attributes = new AttributesImpl();
      if (span != null) {
        attributes.addAttribute("", "colspan", "colspan", "CDATA", span);
      }
      cells.push(isHeader ? "th" : "td");
      events.startElement("", cells.peek(), cells.peek(), attributes);
    }
  }

  /** What Tika's handler found. */
  private final class Body implements XWPFBodyContentsHandler {
    @Override
    public void startParagraph(ParagraphProperties properties) throws SAXException {
      // The handler also reports the start of an empty paragraph, after its end.
      if (paragraphs.isEmpty() || !paragraphs.peek().isEmpty()) {
        return;
      }
      startPendingCell();
      int level =
          outline < 0 ? styles.level(properties.getStyleID()) : outline > 8 ? 0 : outline + 1;
      String name = level > 0 ? "h" + Math.min(6, level) : tables > 0 ? "div" : "p";
      paragraphs.pop();
      paragraphs.push(name);
      start(name);
      if (note != null) {
        write("[" + note + "] ");
        note = null;
      }
      writeNumber(properties);
    }

    private void writeNumber(ParagraphProperties properties) throws SAXException {
      boolean isOwn = properties.getNumId() >= 0;
      int list = isOwn ? properties.getNumId() : styles.list(properties.getStyleID());
      int level =
          properties.getIlvl() >= 0
              ? properties.getIlvl()
              : Math.max(0, isOwn ? 0 : styles.listLevel(properties.getStyleID()));
      if (list > 0) {
        String number = numbers.getFormattedNumber(BigInteger.valueOf(list), level);
        write(number.isBlank() ? "" : number.strip() + " ");
      }
    }

    @Override
    public void endParagraph() {
      // The end of the element ends the paragraph.
    }

    @Override
    public void run(RunProperties properties, String contents) throws SAXException {
      startPendingCell();
      if (properties.isBold()) {
        start("b");
        write(contents);
        end("b");
      } else {
        write(contents);
      }
    }

    @Override
    public void startTable() throws SAXException {
      startPendingCell();
      tables++;
      start("table");
    }

    @Override
    public void endTable() throws SAXException {
      tables--;
      end("table");
    }

    @Override
    public void startTableRow() throws SAXException {
      start("tr");
    }

    @Override
    public void endTableRow() throws SAXException {
      end("tr");
    }

    @Override
    public void startTableCell() {
      isCellPending = true;
    }

    @Override
    public void endTableCell() throws SAXException {
      startPendingCell();
      if (!cells.isEmpty()) {
        end(cells.pop());
      }
    }

    @Override
    public void footnoteReference(@Nullable String id) throws SAXException {
      write(id == null ? "" : "[" + id + "]");
    }

    @Override
    public void endnoteReference(@Nullable String id) throws SAXException {
      footnoteReference(id);
    }

    @Override
    public boolean isIncludeDeletedText() {
      return false;
    }

    @Override
    public boolean isIncludeMoveFromText() {
      return false;
    }

    @Override
    public void hyperlinkStart(@Nullable String link) {}

    @Override
    public void hyperlinkEnd() {}

    @Override
    public void startSDT() {}

    @Override
    public void endSDT() {}

    @Override
    public void startEditedSection(
        @Nullable String editor, @Nullable Date date, EditType editType) {}

    @Override
    public void endEditedSection() {}

    @Override
    public void embeddedOLERef(@Nullable String id) {}

    @Override
    public void linkedOLERef(@Nullable String id) {}

    @Override
    public void embeddedPicRef(@Nullable String name, @Nullable String description) {}

    @Override
    public void startBookmark(@Nullable String id, @Nullable String name) {}

    @Override
    public void endBookmark(@Nullable String id) {}
  }
}

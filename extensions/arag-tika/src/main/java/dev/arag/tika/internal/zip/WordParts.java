package dev.arag.tika.internal.zip;

import dev.arag.tika.internal.text.CollectedText;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.poi.openxml4j.exceptions.OpenXML4JException;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.openxml4j.opc.PackagePart;
import org.apache.poi.openxml4j.opc.PackageRelationship;
import org.apache.poi.xssf.usermodel.XSSFRelation;
import org.apache.poi.xwpf.usermodel.XWPFNum;
import org.apache.poi.xwpf.usermodel.XWPFNumbering;
import org.apache.poi.xwpf.usermodel.XWPFRelation;
import org.apache.tika.exception.TikaException;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.microsoft.ooxml.SXWPFWordExtractorDecorator;
import org.apache.tika.parser.microsoft.ooxml.XWPFListManager;
import org.apache.tika.parser.microsoft.ooxml.xwpf.XWPFEventBasedWordExtractor;
import org.apache.tika.parser.microsoft.ooxml.xwpf.XWPFNumberingShim;
import org.apache.tika.sax.EmbeddedContentHandler;
import org.apache.tika.sax.XHTMLContentHandler;
import org.apache.tika.utils.XMLReaderUtils;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Reads the parts of a Word document in the order of Tika's own parser, which also lists embedded
 * files: headers, the document, diagrams, charts, footnotes, comments, footers and endnotes.
 */
final class WordParts extends SXWPFWordExtractorDecorator {
  private static final List<XWPFRelation> DOCUMENTS =
      List.of(
          XWPFRelation.DOCUMENT,
          XWPFRelation.MACRO_DOCUMENT,
          XWPFRelation.TEMPLATE,
          XWPFRelation.MACRO_TEMPLATE_DOCUMENT,
          XWPFRelation.GLOSSARY_DOCUMENT);

  private static final List<String> AFTER_DOCUMENT =
      List.of(
          "http://schemas.openxmlformats.org/officeDocument/2006/relationships/diagramData",
          XSSFRelation.CHART.getRelation(),
          XWPFRelation.FOOTNOTE.getRelation(),
          XWPFRelation.COMMENT.getRelation(),
          XWPFRelation.FOOTER.getRelation(),
          XWPFRelation.ENDNOTE.getRelation());

  private final OPCPackage parts;
  private final CollectedText reading;
  private final ParseContext context;

  private WordParts(
      OPCPackage parts,
      CollectedText reading,
      ParseContext context,
      XWPFEventBasedWordExtractor extractor) {
    super(reading.metadata(), context, extractor);
    this.parts = parts;
    this.reading = reading;
    this.context = context;
  }

  static void read(OPCPackage parts, CollectedText reading) throws Exception {
    ParseContext context = reading.context();
    WordParts word = new WordParts(parts, reading, context, new XWPFEventBasedWordExtractor(parts));
    word.getMetadataExtractor().extract(reading.metadata());
    word.getXHTML(reading.events(), reading.metadata(), context);
  }

  @Override
  protected void buildXHTML(XHTMLContentHandler to) throws SAXException, IOException {
    for (XWPFRelation type : DOCUMENTS) {
      for (PackagePart document : parts.getPartsByContentType(type.getContentType())) {
        appendDocument(document);
      }
    }
  }

  private void appendDocument(PackagePart document) throws SAXException {
    WordStyles styles = new WordStyles();
    List<PackagePart> all = new ArrayList<>();
    XWPFListManager numbers = XWPFListManager.EMPTY_LIST;
    try {
      all.addAll(related(document, XWPFRelation.HEADER.getRelation()));
      all.add(document);
      for (String relation : AFTER_DOCUMENT) {
        all.addAll(related(document, relation));
      }
      for (PackagePart part : related(document, XWPFRelation.STYLES.getRelation())) {
        parse(part, styles);
      }
      for (PackagePart part : related(document, XWPFRelation.NUMBERING.getRelation())) {
        numbers = numbers(new XWPFNumberingShim(part));
      }
    } catch (IOException | OpenXML4JException | TikaException e) {
      warn(e);
    }
    for (PackagePart part : all.isEmpty() ? List.of(document) : all) {
      try {
        Map<String, String> links = loadLinkedRelationships(part, true, reading.metadata());
        parse(part, new OfficeText(reading.events(), styles, numbers, links));
      } catch (IOException | TikaException e) {
        warn(e);
      }
    }
  }

  /** Tika's list manager fails on a list whose definition is missing. */
  private static XWPFListManager numbers(XWPFNumbering numbering) {
    return new XWPFListManager(numbering) {
      @Override
      public String getFormattedNumber(BigInteger list, int level) {
        XWPFNum found = numbering.getNum(list);
        boolean isDefined =
            found != null
                && found.getCTNum().getAbstractNumId() != null
                && numbering.getAbstractNum(found.getCTNum().getAbstractNumId().getVal()) != null;
        return isDefined ? super.getFormattedNumber(list, level) : "";
      }
    };
  }

  private void warn(Exception failure) {
    reading.metadata().add(TikaCoreProperties.TIKA_META_EXCEPTION_WARNING, failure.toString());
  }

  private static List<PackagePart> related(PackagePart document, String relation)
      throws OpenXML4JException {
    List<PackagePart> found = new ArrayList<>();
    for (PackageRelationship each : document.getRelationshipsByType(relation)) {
      PackagePart part = document.getRelatedPart(each);
      if (part != null) {
        found.add(part);
      }
    }
    return found;
  }

  private void parse(PackagePart part, DefaultHandler handler)
      throws IOException, SAXException, TikaException {
    try (InputStream in = part.getInputStream()) {
      XMLReaderUtils.parseSAX(in, new CurrentProperties(handler), context);
    }
  }

  /** Omits the properties before a tracked change, which come after the current ones. */
  private static final class CurrentProperties extends EmbeddedContentHandler {
    private int omitted;

    CurrentProperties(DefaultHandler handler) {
      super(handler);
    }

    @Override
    public void startElement(String uri, String local, String name, Attributes attributes)
        throws SAXException {
      if (omitted > 0 || local.endsWith("Change")) {
        omitted++;
      } else {
        super.startElement(uri, local, name, attributes);
      }
    }

    @Override
    public void endElement(String uri, String local, String name) throws SAXException {
      if (omitted > 0) {
        omitted--;
      } else {
        super.endElement(uri, local, name);
      }
    }
  }
}

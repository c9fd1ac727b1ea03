package dev.arag.tika.internal.zip;

import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.tika.internal.text.CollectedText;
import java.io.InputStream;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.openxml4j.opc.PackagePart;
import org.apache.poi.openxml4j.opc.PackageRelationship;
import org.apache.poi.openxml4j.opc.PackageRelationshipTypes;
import org.apache.poi.xslf.usermodel.XSLFRelation;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.microsoft.ooxml.MetadataExtractor;
import org.apache.tika.parser.microsoft.ooxml.XWPFListManager;
import org.apache.tika.parser.microsoft.ooxml.xslf.XSLFEventBasedPowerPointExtractor;
import org.apache.tika.sax.ContentHandlerDecorator;
import org.apache.tika.sax.EmbeddedContentHandler;
import org.apache.tika.utils.XMLReaderUtils;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Reads the slides of a presentation in presentation order. Tika's own parser sorts the slides by
 * relationship name, which puts the tenth slide before the second.
 */
final class Slides {
  private static final String RELATIONS =
      "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

  private static final String STRICT_RELATIONS =
      "http://purl.oclc.org/ooxml/officeDocument/relationships";

  private static final Set<String> HIDDEN = Set.of("0", "false");

  private final OPCPackage parts;
  private final CollectedText reading;
  private final ParseContext context;

  Slides(OPCPackage parts, CollectedText reading) {
    this.parts = parts;
    this.reading = reading;
    this.context = reading.context();
  }

  void read() throws Exception {
    new MetadataExtractor(new XSLFEventBasedPowerPointExtractor(parts)).extract(reading.metadata());
    PackagePart presentation = presentation();
    for (String relation : shownOrder(presentation)) {
      PackageRelationship slide = presentation.getRelationship(relation);
      if (slide == null) {
        throw new UnreadableSourceException(
            "its content is damaged: the file of a slide is missing");
      }
      appendSlide(presentation.getRelatedPart(slide));
    }
  }

  private PackagePart presentation() {
    for (String type :
        List.of(
            PackageRelationshipTypes.CORE_DOCUMENT,
            PackageRelationshipTypes.STRICT_CORE_DOCUMENT)) {
      for (PackageRelationship relation : parts.getRelationshipsByType(type)) {
        PackagePart part = parts.getPart(relation);
        if (part != null) {
          return part;
        }
      }
    }
    throw new UnreadableSourceException(
        "its content is damaged: the main file of the presentation is missing");
  }

  private Set<String> shownOrder(PackagePart presentation) throws Exception {
    Set<String> order = new LinkedHashSet<>();
    DefaultHandler handler =
        new DefaultHandler() {
          @Override
          public void startElement(String uri, String local, String name, Attributes attributes) {
            if (local.equals("sldId")) {
              String relation = attributes.getValue(RELATIONS, "id");
              order.add(
                  relation == null
                      ? String.valueOf(attributes.getValue(STRICT_RELATIONS, "id"))
                      : relation);
            }
          }
        };
    parse(presentation, handler);
    return order;
  }

  private void appendSlide(PackagePart slide) throws Exception {
    reading.events().slide();
    appendPart(slide);
    for (PackageRelationship relation :
        slide.getRelationshipsByType(XSLFRelation.NOTES.getRelation())) {
      appendPart(slide.getRelatedPart(relation));
    }
    for (PackageRelationship relation :
        slide.getRelationshipsByType(XSLFRelation.COMMENTS.getRelation())) {
      appendPart(slide.getRelatedPart(relation));
    }
    nameEmbedded(slide);
  }

  private void appendPart(PackagePart part) throws Exception {
    reading.text().open("div");
    OfficeText text =
        new OfficeText(reading.events(), new WordStyles(), XWPFListManager.EMPTY_LIST, Map.of());
    parse(part, new Titles(text));
    reading.text().close("div");
  }

  private void parse(PackagePart part, DefaultHandler handler) throws Exception {
    try (InputStream in = part.getInputStream()) {
      XMLReaderUtils.parseSAX(in, new EmbeddedContentHandler(handler), context);
    }
  }

  private void nameEmbedded(PackagePart slide) throws Exception {
    for (String type : List.of("/package", "/oleObject")) {
      for (PackageRelationship relation : slide.getRelationshipsByType(RELATIONS + type)) {
        String path = relation.getTargetURI().getPath();
        if (path != null) {
          reading.attachment(path.substring(path.lastIndexOf('/') + 1));
        }
      }
    }
  }

  /** Detects slide titles and hidden slides, and omits slide numbers and dates. */
  private final class Titles extends ContentHandlerDecorator {
    private boolean isFurniture;
    private int unseen;

    Titles(DefaultHandler next) {
      super(next);
    }

    @Override
    public void startElement(String uri, String local, String name, Attributes attributes)
        throws SAXException {
      if (unseen > 0 || (isFurniture && local.equals("txBody"))) {
        unseen++;
        return;
      }
      if (local.equals("ph")) {
        String type = String.valueOf(attributes.getValue("type"));
        reading.events().title(type.equals("title") || type.equals("ctrTitle"));
        isFurniture = type.equals("sldNum") || type.equals("dt");
      }
      if (local.equals("sld") && HIDDEN.contains(String.valueOf(attributes.getValue("show")))) {
        reading.warn("it has hidden slides, which were also read");
      }
      super.startElement(uri, local, name, attributes);
    }

    @Override
    public void characters(char[] units, int start, int length) throws SAXException {
      if (unseen == 0) {
        super.characters(units, start, length);
      }
    }

    @Override
    public void endElement(String uri, String local, String name) throws SAXException {
      if (unseen > 0) {
        unseen--;
        return;
      }
      super.endElement(uri, local, name);
      if (local.equals("sp")) {
        reading.events().title(false);
        isFurniture = false;
      }
    }
  }
}

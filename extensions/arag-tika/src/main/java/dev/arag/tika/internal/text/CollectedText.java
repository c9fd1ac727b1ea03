package dev.arag.tika.internal.text;

import dev.arag.core.text.Document;
import dev.arag.index.ingest.MarkupText;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.text.FileTitle;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import org.apache.tika.config.TikaConfig;
import org.apache.tika.detect.Detector;
import org.apache.tika.extractor.EmbeddedDocumentExtractor;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.mime.MimeTypes;
import org.apache.tika.parser.EmptyParser;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.microsoft.OfficeParserConfig;

/** The text, metadata and warnings collected while one file is read. Not thread-safe. */
public final class CollectedText {
  private final IngestLimits limits;
  private final MarkupText text;
  private final XhtmlEvents events;
  private final Metadata metadata = new Metadata();
  private final DocumentProperties properties = new DocumentProperties();
  private final Set<String> warnings = new LinkedHashSet<>();

  public CollectedText(IngestLimits limits) {
    this.limits = limits;
    this.text = new MarkupText(limits);
    this.events = new XhtmlEvents(text, limits, this::isWorkbook);
  }

  public IngestLimits limits() {
    return limits;
  }

  public MarkupText text() {
    return text;
  }

  /** Returns the handler that receives the output of Tika's parsers. */
  public XhtmlEvents events() {
    return events;
  }

  /** Returns the metadata object that Tika's parsers fill. */
  public Metadata metadata() {
    return metadata;
  }

  public DocumentProperties properties() {
    return properties;
  }

  public void warn(String warning) {
    warnings.add(warning);
  }

  /** Appends a line with the name of an embedded file. */
  public void attachment(String name) {
    text.open("p");
    text.append("Attachment: " + name);
    text.close("p");
  }

  /**
   * Returns a parse context that contains an empty implementation of each service. Without them, a
   * parser would load these services from the class path.
   */
  public ParseContext context() {
    OfficeParserConfig office = new OfficeParserConfig();
    office.setExtractMacros(false);
    office.setUseSAXDocxExtractor(true);
    office.setUseSAXPptxExtractor(true);
    office.setIncludeSlideMasterContent(false);
    office.setWriteSelectHeadersInBody(false);
    ParseContext context = new ParseContext();
    context.set(OfficeParserConfig.class, office);
    context.set(Locale.class, Locale.ROOT);
    context.set(org.apache.tika.parser.Parser.class, EmptyParser.INSTANCE);
    context.set(EmbeddedDocumentExtractor.class, new AttachmentLister(this));
    context.set(TikaConfig.class, IsolatedConfiguration.config());
    context.set(Detector.class, IsolatedConfiguration.detector());
    context.set(MimeTypes.class, IsolatedConfiguration.config().getMimeRepository());
    return context;
  }

  public ParsedFile toParsedFile(String id) {
    properties.addAll(metadata);
    Document.Builder document = text.document(id, properties.title());
    properties.addTo(document);
    if (isWorkbook()) {
      document.title(FileTitle.of(properties.title(), id));
    }
    if (metadata.get(TikaCoreProperties.TIKA_META_EXCEPTION_WARNING) != null) {
      warn("parts of it are damaged and were omitted");
    }
    return new ParsedFile(document, new ArrayList<>(warnings));
  }

  /**
   * Whether the file is a workbook. The first heading of a workbook is a sheet name, not a title.
   */
  private boolean isWorkbook() {
    String type = String.valueOf(metadata.get(Metadata.CONTENT_TYPE));
    return type.contains("excel") || type.contains("spreadsheet");
  }
}

package dev.arag.tika;

import dev.arag.core.text.Document;
import dev.arag.index.ingest.IngestLimits;
import dev.arag.index.ingest.MarkupText;
import dev.arag.index.ingest.ParsedFile;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
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

/** One file being read: where its text goes and what it says of itself. For one thread. */
final class ReadContext {
  private final IngestLimits limits;
  private final MarkupText text;
  private final XhtmlEvents events;
  private final Metadata metadata = new Metadata();
  private final DocumentProperties said = new DocumentProperties();
  private final Set<String> warnings = new LinkedHashSet<>();

  ReadContext(IngestLimits limits) {
    this.limits = limits;
    this.text = new MarkupText(limits);
    this.events = new XhtmlEvents(text, Math.max(1000, limits.textLength() / 2));
  }

  IngestLimits limits() {
    return limits;
  }

  MarkupText text() {
    return text;
  }

  /** Where Tika's parsers send what they find. */
  XhtmlEvents events() {
    return events;
  }

  /** What Tika's parsers find out about the file. */
  Metadata metadata() {
    return metadata;
  }

  DocumentProperties said() {
    return said;
  }

  void warn(String warning) {
    warnings.add(warning);
  }

  /** Writes down that there is another file inside of this one. */
  void attachment(String name) {
    text.open("p");
    text.append("Attachment: " + name);
    text.close("p");
  }

  /**
   * What a parser may use. Whatever it would otherwise look up among all that is on the class path
   * is given here, and knows nothing.
   */
  ParseContext context() {
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

  ParsedFile ingested(String id) {
    said.take(metadata);
    Document.Builder document = text.document(id, said.title());
    said.tell(document);
    if (isWorkbook() && said.title().isEmpty()) {
      document.title(null);
    }
    if (metadata.get(TikaCoreProperties.TIKA_META_EXCEPTION_WARNING) != null) {
      warn("parts of it are damaged and were left out");
    }
    return new ParsedFile(document, List.of(), new ArrayList<>(warnings));
  }

  /** Its first heading names a sheet. */
  private boolean isWorkbook() {
    String type = String.valueOf(metadata.get(Metadata.CONTENT_TYPE));
    return type.contains("excel") || type.contains("spreadsheet");
  }
}

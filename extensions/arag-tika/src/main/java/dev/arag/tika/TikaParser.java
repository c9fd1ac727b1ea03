package dev.arag.tika;

import dev.arag.index.ingest.HtmlParser;
import dev.arag.index.ingest.IngestLimits;
import dev.arag.index.ingest.ParsedFile;
import dev.arag.index.ingest.Parser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;

/**
 * Reads office files, e-books and mail: Word, PowerPoint and Excel (new and old), OpenDocument,
 * RTF, EPUB and mail messages. It requires Apache Tika's {@code tika-parser-microsoft-module} and
 * {@code tika-parser-miscoffice-module} on the class path.
 *
 * <p>Headings, sheets and slide titles become sections; slides with their notes become pages; table
 * rows become lines. Hidden sheets and slides are read, with a warning for files since 2007. Title,
 * author, dates and mail headers become metadata under {@code doc.} keys. Embedded files and
 * attachments are named in the text but not opened; macros and deleted text are omitted.
 *
 * <p>The content of a file determines its type, not its name. The parser writes no files, opens no
 * connections and starts no processes. A thread that is interrupted stops with a {@link
 * java.nio.channels.ClosedByInterruptException}. Safe for use by several threads.
 *
 * <p>Apache POI logs through the API of Log4j. Without a provider, such as {@code log4j-to-slf4j},
 * Log4j prints one line to standard error. Like Tika, this class changes three settings of Apache
 * POI for the whole process: it disables POI's check for zip bombs (this class has its own), allows
 * 10,000 parts per file, and reads spreadsheets as a stream.
 */
public final class TikaParser implements Parser {
  private static final Set<String> EXTENSIONS =
      Set.of(
          ("docx docm dotx dotm doc dot rtf odt ott epub eml mht mhtml msg"
                  + " pptx pptm ppsx ppsm potx potm ppt pps pot odp otp"
                  + " xlsx xlsm xltx xltm xlsb xls xlt ods ots")
              .split(" "));

  private final IngestLimits limits;

  public TikaParser() {
    this(IngestLimits.defaults());
  }

  /**
   * @param limits limits of the file and its text; the decompressed size may be ten times the text
   *     limit and a hundred times the file size
   */
  public TikaParser(IngestLimits limits) {
    this.limits = limits;
  }

  @Override
  public Set<String> extensions() {
    return EXTENSIONS;
  }

  @Override
  public String fingerprint() {
    return "office 1";
  }

  @Override
  public ParsedFile parse(String id, InputStream in) throws IOException {
    byte[] bytes = limits.read(in);
    FileKind kind = FileKind.of(bytes);
    if (kind == FileKind.WEB_PAGE) {
      return new HtmlParser(limits).parse(id, new ByteArrayInputStream(bytes));
    }
    ReadContext reading = new ReadContext(limits);
    ParseFailures.around(() -> kind.read(bytes, reading));
    return reading.toParsedFile(id);
  }
}

package dev.arag.tika;

import dev.arag.index.ingest.HtmlParser;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Parser;
import dev.arag.tika.internal.format.OfficeFileType;
import dev.arag.tika.internal.text.CollectedText;
import dev.arag.tika.internal.text.ParseFailures;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;

/**
 * Reads office files, e-books and mail: Word, PowerPoint and Excel (new and old), OpenDocument,
 * RTF, EPUB and mail messages. This parser requires Apache Tika's {@code
 * tika-parser-microsoft-module} and {@code tika-parser-miscoffice-module} on the class path.
 *
 * <p>Headings, sheets and slide titles become sections; headings have the numbers that Word shows.
 * Each slide becomes a page together with its notes. Tables become {@link
 * dev.arag.core.text.Document.Table}s. Their header is the rows that the file marks, or rows of
 * text above rows with values. On a sheet, empty rows separate tables; cells have the values and
 * formats that the file contains. Hidden sheets and slides are read too; for the file formats
 * introduced in 2007, a warning reports them. The title, author, dates and mail headers become
 * metadata under {@code doc.} keys. The text lists embedded files and attachments by name, but the
 * parser does not open them. It omits macros and deleted text.
 *
 * <p>The content of a file determines its type; the file name is ignored. The parser writes no
 * files, opens no connections and starts no processes. If the thread is interrupted, parsing stops
 * with a {@link java.nio.channels.ClosedByInterruptException}. Thread-safe.
 *
 * <p>Apache POI logs through the Log4j API. If no Log4j provider is present, such as {@code
 * log4j-to-slf4j}, Log4j prints one line to standard error. Like Tika, this class changes three
 * Apache POI settings for the whole process. It disables POI's zip bomb check (this class has its
 * own check), allows 10,000 parts per file, and makes POI read spreadsheets as a stream.
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
   * @param limits limits on the sizes of the file and its text. The decompressed size in bytes is
   *     limited to ten times {@link IngestLimits#textLength}, and to a hundred times the file size,
   *     but at least 1 MB.
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
    return "office 3";
  }

  @Override
  public ParsedFile parse(String id, InputStream in) throws IOException {
    byte[] bytes = limits.read(in);
    OfficeFileType kind = OfficeFileType.of(bytes);
    if (kind == OfficeFileType.WEB_PAGE) {
      return new HtmlParser(limits).parse(id, new ByteArrayInputStream(bytes));
    }
    CollectedText reading = new CollectedText(limits);
    ParseFailures.around(() -> kind.read(bytes, reading));
    return reading.toParsedFile(id);
  }
}

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
 * Office files, e-books and mail: Word, PowerPoint and Excel (new and old), OpenDocument, RTF, EPUB
 * and mail messages. It needs Apache Tika's {@code tika-parser-microsoft-module} and {@code
 * tika-parser-miscoffice-module} on the class path.
 *
 * <p>Headings are sections, and so are sheets and the titles of slides; slides are pages, with
 * their notes; table rows are lines. Hidden sheets and slides are read, and reported for files
 * since 2007. Title, author and dates, and what a mail's header says, are metadata under {@code
 * doc.} keys. Embedded files and attachments are named in the text and not opened; macros and
 * deleted text are left out.
 *
 * <p>What a file is its content tells, not its name. Nothing is written to a disk, fetched or
 * started. A thread that is interrupted stops with a {@link
 * java.nio.channels.ClosedByInterruptException}. Safe for use by several threads.
 *
 * <p>Apache POI logs through Log4j's API: without a provider for it, such as {@code
 * log4j-to-slf4j}, one line on standard error says so. Reading changes three settings of Apache POI
 * for the whole process, as Tika does: POI's own check for archives that unpack to much more than
 * they are is off (this class has its own), 10,000 parts may be in a file, and spreadsheets are
 * read as a stream.
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
   * @param limits how long a file and its text may be; a file may unpack to ten times the length of
   *     the text, and to no more than a hundred times of what it is
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
    return reading.ingested(id);
  }
}

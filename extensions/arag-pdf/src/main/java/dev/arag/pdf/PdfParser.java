package dev.arag.pdf;

import dev.arag.index.ingest.IngestLimits;
import dev.arag.index.ingest.ParsedFile;
import dev.arag.index.ingest.Parser;
import dev.arag.index.ingest.UnreadableSourceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;

/**
 * The text of a PDF, page by page. Needs {@code org.apache.pdfbox:pdfbox} on the class path.
 *
 * <p>Paragraphs stand apart by a blank line, pages are marked, and bookmarks become sections where
 * their title stands on the page. The title is the file's own unless a program put its name there;
 * author, subject, keywords, created, modified and language become metadata under {@code doc.}
 * keys. A word cut at the end of a line is joined; its hyphen goes where the rest of the document
 * speaks for that. A page that fails is named in a warning and the others are read.
 *
 * <p>A file without text (a scan), one that asks for a password and one whose author does not allow
 * its text to be taken out are refused, as is one that costs too much: files are not trusted. No
 * image is decoded, no script run, no embedded file looked at, and nothing outside of the file and
 * the class path opened; while it reads, fonts of the system are not used on its thread. To that
 * end it puts itself before the font mapper of PDFBox, which goes on to serve every other thread.
 *
 * <p>Safe for use by several threads. An interrupt ends it with an {@link InterruptedIOException}.
 */
public final class PdfParser implements Parser {
  private static final String HEADER = "%PDF-";

  /** Some programs put other bytes before the header. */
  private static final int HEADER_WITHIN = 1024;

  private final IngestLimits limits;

  /** With {@link IngestLimits#defaults()}. */
  public PdfParser() {
    this(IngestLimits.defaults());
  }

  /**
   * @param limits of the file and of its text; what a file may unpack to and draw is fixed
   */
  public PdfParser(IngestLimits limits) {
    this.limits = limits;
  }

  @Override
  public Set<String> extensions() {
    return Set.of("pdf");
  }

  @Override
  public String fingerprint() {
    return "pdf 1";
  }

  @Override
  public ParsedFile parse(String id, InputStream in) throws IOException {
    byte[] bytes = limits.read(in);
    requireHeader(bytes);
    return BuiltInFonts.during(() -> read(id, bytes));
  }

  private static void requireHeader(byte[] bytes) {
    int length = Math.min(HEADER_WITHIN, bytes.length);
    if (!new String(bytes, 0, length, StandardCharsets.ISO_8859_1).contains(HEADER)) {
      throw new UnreadableSourceException("its content is no PDF (it does not begin with %PDF-)");
    }
  }

  /** Damage shows in PDFBox as whatever it runs into. */
  private ParsedFile read(String id, byte[] bytes) throws IOException {
    WorkBudget budget = new WorkBudget(limits);
    try (PDDocument file = new GuardedParser(bytes, budget).parse()) {
      requireAllowed(file);
      return new PdfReader(file, limits, budget).read(id);
    } catch (InvalidPasswordException e) {
      throw new UnreadableSourceException("it asks for a password; save it without one", e);
    } catch (IOException | RuntimeException e) {
      budget.stopIfInterrupted();
      throw reason(e);
    } catch (StackOverflowError e) {
      throw new UnreadableSourceException("its structure is nested too deeply", e);
    } catch (OutOfMemoryError e) {
      throw new UnreadableSourceException("it needs more memory than there is", e);
    } catch (LinkageError e) {
      throw new UnreadableSourceException("it is encrypted or packed in a way that is not read", e);
    }
  }

  private static void requireAllowed(PDDocument file) {
    if (!file.getCurrentAccessPermission().canExtractContent()) {
      throw new UnreadableSourceException(
          "its author does not allow text to be taken out; ask for a copy without that restriction");
    }
  }

  private static UnreadableSourceException reason(Exception failure) throws IOException {
    if (failure instanceof UnreadableSourceException known) {
      return known;
    }
    if (failure instanceof UncheckedIOException unchecked
        && unchecked.getCause() instanceof InterruptedIOException interruption) {
      throw interruption;
    }
    return new UnreadableSourceException(
        "the PDF is damaged, " + PdfReader.describe(failure), failure);
  }
}

package dev.arag.pdf;

import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Parser;
import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.pdf.internal.guard.BuiltInFonts;
import dev.arag.pdf.internal.guard.GuardedParser;
import dev.arag.pdf.internal.guard.WorkBudget;
import dev.arag.pdf.internal.text.PdfReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;

/**
 * Extracts the text of a PDF, page by page. Requires {@code org.apache.pdfbox:pdfbox} on the class
 * path.
 *
 * <p>Paragraphs are separated by blank lines. The document records where each page starts. Text is
 * in drawing order; if that order is wrong, columns are read one after the other. Headings are the
 * lines that bookmarks name, and short lines of their own that are larger or bolder than the text,
 * numbered, or in upper case. A heading is one line of the text and begins a section. Running
 * heads, running feet and page numbers that at least three pages repeat are left out. Words that
 * are hyphenated at the end of a line, column or page are joined; the hyphen is kept if the
 * document usually spells the word with it. The document title is taken from the file properties,
 * unless it is a file name or a default title that a program has set. The author, subject,
 * keywords, creation date, modification date and language become metadata under {@code doc.} keys.
 * If a page cannot be read completely, a warning names it and the other pages are still read.
 *
 * <p>The parser rejects files without text (such as scans), files that require a password, files
 * whose permissions forbid text extraction, and files that exceed resource limits. It decodes no
 * images, runs no scripts, reads no embedded files and opens nothing outside the file and the class
 * path. It installs a PDFBox font mapper that does not use system fonts while a thread is parsing.
 * For all other threads, that mapper delegates to the previous one.
 *
 * <p>Thread-safe. If the thread is interrupted, parsing stops with an {@link
 * InterruptedIOException}.
 */
public final class PdfParser implements Parser {
  private static final String HEADER = "%PDF-";

  /**
   * The header must start within this number of bytes. Some programs write other bytes before it.
   */
  private static final int HEADER_WITHIN = 1024;

  private final IngestLimits limits;

  /** Creates a parser with {@link IngestLimits#defaults()}. */
  public PdfParser() {
    this(IngestLimits.defaults());
  }

  /**
   * @param limits limits on the sizes of the file and its text; the limits on decoded data and
   *     drawing operations are fixed
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
    return "pdf 2";
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
      throw new UnreadableSourceException(
          "its content is not a PDF (it does not begin with %PDF-)");
    }
  }

  /** Catches all exception types, because PDFBox reports corrupt files with many different ones. */
  private ParsedFile read(String id, byte[] bytes) throws IOException {
    WorkBudget budget = new WorkBudget(limits);
    try (PDDocument file = new GuardedParser(bytes, budget).parse()) {
      requireAllowed(file);
      return new PdfReader(file, limits, budget).read(id);
    } catch (InvalidPasswordException e) {
      throw new UnreadableSourceException("it is protected by a password; save it without one", e);
    } catch (IOException | RuntimeException e) {
      budget.throwIfInterrupted();
      throw reason(e);
    } catch (StackOverflowError e) {
      throw new UnreadableSourceException("its structure is nested too deeply", e);
    } catch (OutOfMemoryError e) {
      throw new UnreadableSourceException(
          "it needs more memory than is available; split the file", e);
    } catch (LinkageError e) {
      throw new UnreadableSourceException(
          "it uses unsupported encryption or compression; save it without", e);
    }
  }

  /** A library must not bypass the permissions of a file, even if its user password is empty. */
  private static void requireAllowed(PDDocument file) {
    if (!file.getCurrentAccessPermission().canExtractContent()) {
      throw new UnreadableSourceException(
          "its permissions forbid text extraction; use a copy without that restriction");
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

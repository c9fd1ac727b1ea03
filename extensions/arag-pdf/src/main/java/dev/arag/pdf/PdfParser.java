package dev.arag.pdf;

import static java.util.Objects.requireNonNull;

import dev.arag.core.internal.hash.Sha256;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Parser;
import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.pdf.internal.guard.BuiltInFonts;
import dev.arag.pdf.internal.guard.GuardedParser;
import dev.arag.pdf.internal.guard.PageRefusedException;
import dev.arag.pdf.internal.guard.WorkBudget;
import dev.arag.pdf.internal.picture.PagePicture;
import dev.arag.pdf.internal.text.PdfReader;
import dev.arag.pdf.spi.TextRecognition;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
import org.jspecify.annotations.Nullable;

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
 * keywords, creation date, modification date, language and SHA-256 of the file become metadata
 * under {@code doc.} keys. If a page cannot be read completely, a warning names it and the other
 * pages are still read.
 *
 * <p>The parser rejects files without text (such as scans, unless it has {@link #textRecognition}),
 * files that require a password that is not given, files whose permissions forbid text extraction,
 * and files that exceed resource limits. It decodes no images unless a page is drawn, runs no
 * scripts, reads no embedded files and opens nothing outside the file and the class path. It
 * installs a PDFBox font mapper that does not use system fonts while a thread is parsing. For all
 * other threads, that mapper delegates to the previous one. While a page is drawn, {@link
 * javax.imageio.ImageIO#setUseCache} is off for the whole application.
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

  private static final int MIN_DPI = 10;
  private static final int MAX_DPI = 600;

  private final IngestLimits limits;
  private final Function<String, Optional<String>> passwords;
  private final @Nullable TextRecognition recognition;

  /** Creates a parser with {@link IngestLimits#defaults()}. */
  public PdfParser() {
    this(IngestLimits.defaults());
  }

  /**
   * @param limits limits on the sizes of the file and its text, and on the time for a file if the
   *     parser has {@link #textRecognition}; the limits on decoded data and drawing operations are
   *     fixed
   */
  public PdfParser(IngestLimits limits) {
    this(limits, id -> Optional.empty(), null);
  }

  private PdfParser(
      IngestLimits limits,
      Function<String, Optional<String>> passwords,
      @Nullable TextRecognition recognition) {
    this.limits = limits;
    this.passwords = passwords;
    this.recognition = recognition;
  }

  /**
   * Returns a parser that asks for the passwords of files. Default: no passwords. The permissions
   * of a file that a user password opens still apply.
   *
   * @param passwords returns the password for the id of a document; empty if there is none. It is
   *     asked only for files that require a password, by the thread that parses
   */
  public PdfParser passwords(Function<String, Optional<String>> passwords) {
    return new PdfParser(limits, requireNonNull(passwords, "passwords"), recognition);
  }

  /**
   * Returns a parser that recognizes the text of pages that are images without text. Default: such
   * pages are not read. A warning names each page whose text is uncertain, and each page that could
   * not be recognized. The first 500 such pages of a file are recognized. Recognition may take
   * seconds per page. {@link IngestLimits#parseTime} of the source limits the time for a file, or
   * that of this parser if it is longer than the default.
   */
  public PdfParser textRecognition(TextRecognition recognition) {
    return new PdfParser(limits, passwords, requireNonNull(recognition, "recognition"));
  }

  @Override
  public Set<String> extensions() {
    return Set.of("pdf");
  }

  @Override
  public String fingerprint() {
    return "pdf 4" + (recognition == null ? "" : ", " + recognition.fingerprint());
  }

  @Override
  public Duration parseTime(Duration ofSource) {
    Duration own = limits.parseTime();
    boolean isLonger =
        own.compareTo(ofSource) > 0 && own.compareTo(IngestLimits.defaults().parseTime()) > 0;
    return recognition != null && isLonger ? own : ofSource;
  }

  @Override
  public ParsedFile parse(String id, InputStream in) throws IOException {
    MessageDigest hash = Sha256.newDigest();
    ParsedFile parsed =
        read(
            id,
            new DigestInputStream(in, hash),
            (file, budget) -> new PdfReader(file, limits, budget, recognition).read(id));
    parsed.document().metadata(ParsedFile.FILE_SHA256, HexFormat.of().formatHex(hash.digest()));
    return parsed;
  }

  /**
   * Draws a page as an image.
   *
   * @param id the id of the document, for {@link #passwords}
   * @param in the content of the whole file, which the caller closes
   * @param page the page number, from 1
   * @param dpi the resolution in dots per inch, 10 to 600; lower if the image would have more than
   *     12 million pixels
   * @throws UnreadableSourceException if {@link #parse} rejects such a file, if it has no such
   *     page, or if drawing the page exceeds the limits. A file without text can be drawn
   * @throws IOException if the stream fails, or as an {@link InterruptedIOException} if the thread
   *     is interrupted
   */
  public PageImage pageImage(String id, InputStream in, int page, int dpi) throws IOException {
    if (page < 1 || dpi < MIN_DPI || dpi > MAX_DPI) {
      throw new IllegalArgumentException(
          "page must be >= 1 and dpi "
              + MIN_DPI
              + " to "
              + MAX_DPI
              + ", were "
              + page
              + " and "
              + dpi);
    }
    return read(
        id,
        in,
        (file, budget) -> {
          int number = 0;
          for (PDPage each : file.getPages()) { // The declared number of pages may be wrong.
            if (++number == page) {
              return new PageImage(page, PagePicture.of(file, each, dpi, budget));
            }
          }
          throw new UnreadableSourceException("it has no page " + page + ", but " + number);
        });
  }

  private interface Work<T> {
    T with(PDDocument file, WorkBudget budget) throws IOException;
  }

  private <T> T read(String id, InputStream in, Work<T> work) throws IOException {
    requireNonNull(id, "id");
    byte[] bytes = limits.read(in);
    requireHeader(bytes);
    return BuiltInFonts.during(() -> read(id, bytes, work));
  }

  private static void requireHeader(byte[] bytes) {
    int length = Math.min(HEADER_WITHIN, bytes.length);
    if (!new String(bytes, 0, length, StandardCharsets.ISO_8859_1).contains(HEADER)) {
      throw new UnreadableSourceException(
          "its content is not a PDF (it does not begin with %PDF-)");
    }
  }

  /** Catches all exception types, because PDFBox reports corrupt files with many different ones. */
  private <T> T read(String id, byte[] bytes, Work<T> work) throws IOException {
    WorkBudget budget = new WorkBudget(limits);
    try (PDDocument file = open(id, bytes, budget)) {
      requireAllowed(file);
      return work.with(file, budget);
    } catch (IOException | RuntimeException e) {
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

  private PDDocument open(String id, byte[] bytes, WorkBudget budget) throws IOException {
    try {
      return new GuardedParser(bytes, "", budget).parse();
    } catch (InvalidPasswordException e) {
      String password = password(id);
      if (password.isEmpty()) {
        throw new UnreadableSourceException(
            "it is protected by a password; save it without one, or give it by"
                + " PdfParser.passwords",
            e);
      }
      return open(bytes, password, budget);
    }
  }

  private String password(String id) {
    try {
      return passwords.apply(id).orElse("");
    } catch (RuntimeException e) {
      throw new UnreadableSourceException(
          "it is protected by a password, and the function of PdfParser.passwords failed: " + e, e);
    }
  }

  private static PDDocument open(byte[] bytes, String password, WorkBudget budget)
      throws IOException {
    try {
      return new GuardedParser(bytes, password, budget).parse();
    } catch (InvalidPasswordException e) {
      throw new UnreadableSourceException(
          "it is protected by a password, and the one given by PdfParser.passwords does not open"
              + " it; save it without one, or give another",
          e);
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
    if (Thread.interrupted()) {
      throw WorkBudget.interruption();
    }
    if (failure instanceof UnreadableSourceException known) {
      return known;
    }
    if (failure instanceof PageRefusedException) {
      return new UnreadableSourceException("the page cannot be drawn: " + failure.getMessage());
    }
    if (failure instanceof UncheckedIOException unchecked
        && unchecked.getCause() instanceof InterruptedIOException interruption) {
      throw interruption;
    }
    return new UnreadableSourceException(
        "the PDF is damaged, " + PdfReader.describe(failure), failure);
  }
}

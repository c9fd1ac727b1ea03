package dev.arag.pdf.internal.text;

import dev.arag.core.internal.string.Truncation;
import dev.arag.core.text.Document;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.pdf.internal.guard.FontGuard;
import dev.arag.pdf.internal.guard.PageRefusedException;
import dev.arag.pdf.internal.guard.WorkBudget;
import dev.arag.pdf.internal.layout.PageContent;
import dev.arag.pdf.internal.layout.PageReader;
import dev.arag.pdf.internal.layout.TextLine;
import dev.arag.pdf.internal.table.PageTable;
import dev.arag.pdf.internal.table.PageTables;
import dev.arag.pdf.spi.TextRecognition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.jspecify.annotations.Nullable;

/** Reads one PDF file, page by page. */
public final class PdfReader {
  private static final int MAX_MESSAGE = 200;

  private final PDDocument file;
  private final IngestLimits limits;
  private final WorkBudget budget;
  private final FontGuard fonts = new FontGuard();
  private final List<PageContent> pages = new ArrayList<>();
  private final Map<COSDictionary, PageContent> byDictionary = new HashMap<>();
  private final PageWarnings failed = new PageWarnings();
  private final PageWarnings noted = new PageWarnings();
  private final @Nullable ScannedPages scanned;
  private boolean hasImages;
  private int unknown;

  /**
   * @param recognition reads pages that are images without text; null if they are not read
   */
  public PdfReader(
      PDDocument file,
      IngestLimits limits,
      WorkBudget budget,
      @Nullable TextRecognition recognition) {
    this.file = file;
    this.limits = limits;
    this.budget = budget;
    this.scanned = recognition == null ? null : new ScannedPages(file, budget, recognition, noted);
  }

  public ParsedFile read(String id) {
    int number = 0;
    for (PDPage page : file.getPages()) {
      read(page, ++number);
    }
    budget.endPage();
    requireText();
    List<PageContent> body = withoutRunningLines();
    Map<TextLine, Outline.Bookmark> bookmarks = Outline.of(file, budget, byDictionary);
    Map<PageContent, List<PageTable>> tables = new IdentityHashMap<>();
    Set<TextLine> rows = new HashSet<>();
    for (PageContent page : body) {
      budget.throwIfInterrupted();
      List<PageTable> found = PageTables.find(page);
      tables.put(page, found);
      found.forEach(
          table -> rows.addAll(page.lines().subList(table.firstLine(), table.lastLine() + 1)));
    }
    HeadingLines lines = HeadingLines.of(body, rows);
    tables.replaceAll((page, found) -> lines.release(page, found, bookmarks));
    PdfText text = new PdfText(body, tables, Headings.of(body, lines, bookmarks), limits);
    Document.Builder document = text.document(id);
    if (scanned != null) {
      scanned.language().ifPresent(each -> PdfProperties.add(document, "language", each));
    }
    PdfProperties.addTo(document, file, id);
    long omitted = lines(pages) - lines(body);
    if (omitted > 0) {
      document.metadata(Document.OMITTED_LINES, omitted);
    }
    return new ParsedFile(document, warnings());
  }

  private static long lines(List<PageContent> pages) {
    return pages.stream().mapToLong(page -> page.lines().size()).sum();
  }

  /** Keeps all lines if every line is repeated. */
  private List<PageContent> withoutRunningLines() {
    Set<TextLine> running = RunningLines.of(pages);
    List<PageContent> body = pages.stream().map(page -> page.without(running)).toList();
    return body.stream().allMatch(page -> page.lines().isEmpty()) ? pages : body;
  }

  private void read(PDPage page, int number) {
    budget.startPage();
    PageReader reader = new PageReader(budget, fonts, page);
    String failure = failure(reader);
    PageContent text = reader.content(number);
    unknown += reader.unknown();
    hasImages |= reader.hasImage();
    if (failure != null) {
      failed.add(number, failure);
    } else if (budget.hasUndecodedStream()) {
      failed.add(number, "a part is damaged; its text is missing");
    } else if (reader.hasImage() && text.lines().isEmpty()) {
      text = scanned(page, text);
    }
    pages.add(text);
    byDictionary.putIfAbsent(page.getCOSObject(), text);
  }

  private PageContent scanned(PDPage drawn, PageContent page) {
    if (scanned != null) {
      return scanned.read(drawn, page);
    }
    noted.add(page.number(), "no text, only images; if they are scans, run text recognition (OCR)");
    return page;
  }

  /**
   * Reads a page and returns the reason if it failed, otherwise null. Text read before a failure is
   * kept.
   */
  private @Nullable String failure(PageReader reader) {
    try {
      reader.read();
      return null;
    } catch (IOException | RuntimeException | StackOverflowError e) {
      budget.throwIfFileRejected();
      keep(reader);
      return "reading stopped early: " + describe(e);
    }
  }

  private static void keep(PageReader reader) {
    try {
      reader.keepPartialText();
    } catch (IOException | RuntimeException e) {
      // Not even the text read before the failure can be extracted. The page already has a warning.
    }
  }

  public static String describe(Throwable failure) {
    String message = failure.getMessage();
    String name = failure.getClass().getSimpleName();
    if (message == null) {
      return name;
    }
    boolean isReason =
        failure instanceof PageRefusedException
            || failure instanceof UnreadableSourceException
            || failure instanceof IOException;
    String text = (isReason ? "" : name + ": ") + PdfProperties.clean(message);
    return Truncation.prefix(text, MAX_MESSAGE);
  }

  private void requireText() {
    if (pages.isEmpty()) {
      throw new UnreadableSourceException("it has no pages that can be read");
    }
    if (pages.stream().anyMatch(page -> !page.lines().isEmpty())) {
      return;
    }
    if (!failed.isEmpty()) {
      throw new UnreadableSourceException("no text could be read; " + failed.sentences().get(0));
    }
    if (scanned != null && !noted.isEmpty()) {
      throw new UnreadableSourceException("its pages have no text; " + noted.sentences().get(0));
    }
    throw new UnreadableSourceException(noText());
  }

  private String noText() {
    String next = "; run text recognition (OCR) over it first";
    if (unknown > 0) {
      return "its fonts do not map glyphs to characters" + next;
    }
    return hasImages ? "its pages have images but no text" + next : "its pages have no text";
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>(failed.sentences());
    warnings.addAll(noted.sentences());
    if (unknown > 0) {
      warnings.add(
          "its fonts map "
              + (unknown == 1 ? "1 glyph" : unknown + " glyphs")
              + " to no character; such characters became U+FFFD or are missing");
    }
    return warnings;
  }
}

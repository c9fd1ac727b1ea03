package dev.arag.pdf.internal.text;

import dev.arag.pdf.internal.guard.WorkBudget;
import dev.arag.pdf.internal.layout.PageContent;
import dev.arag.pdf.internal.layout.TextLine;
import dev.arag.pdf.internal.layout.Word;
import dev.arag.pdf.internal.picture.PagePicture;
import dev.arag.pdf.spi.TextRecognition;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.jspecify.annotations.Nullable;

/** Reads the pages of a file that are images without text, by text recognition. */
final class ScannedPages {
  static final int MAX_PAGES = 500;
  private static final int DPI = 300;
  private static final double POINTS_PER_INCH = 72;

  /** The mean confidence below which a page has a warning. */
  private static final double SURE = 0.7;

  private static final Pattern SPACES = Pattern.compile("[\\s\\p{Z}\\p{Cc}]+");

  private final PDDocument file;
  private final WorkBudget budget;
  private final TextRecognition recognition;
  private final PageWarnings warnings;
  private int pages;
  private @Nullable String language;

  ScannedPages(
      PDDocument file, WorkBudget budget, TextRecognition recognition, PageWarnings warnings) {
    this.file = file;
    this.budget = budget;
    this.recognition = recognition;
    this.warnings = warnings;
  }

  /** Returns the language of the first page whose language is known. */
  Optional<String> language() {
    return Optional.ofNullable(language);
  }

  /** Returns the recognized content of a page. If there is none, a warning says why. */
  PageContent read(PDPage drawn, PageContent page) {
    if (++pages > MAX_PAGES) {
      warnings.add(
          page.number(),
          "no text; text recognition reads the first " + MAX_PAGES + " scanned pages of a file");
      return page;
    }
    try {
      PagePicture picture = PagePicture.of(file, drawn, DPI, budget);
      if (!picture.isComplete()) {
        warnings.add(
            page.number(), "a part could not be drawn, so that text recognition may miss text");
      }
      return content(page, picture);
    } catch (InterruptedIOException e) {
      throw new UncheckedIOException(e);
    } catch (IOException | RuntimeException | StackOverflowError e) {
      budget.throwIfFileRejected();
      warnings.add(page.number(), "no text; text recognition failed: " + PdfReader.describe(e));
      return page;
    }
  }

  private PageContent content(PageContent page, PagePicture picture) throws IOException {
    double scale = picture.width() / picture.image().getWidth();
    int dpi = (int) Math.round(POINTS_PER_INCH / scale);
    TextRecognition.Result result = recognition.recognize(picture.image(), dpi);
    List<TextLine> lines = lines(result, scale, page);
    if (lines.isEmpty()) {
      warnings.add(page.number(), "no text; text recognition found none in its images");
    } else if (confidence(result) < SURE) {
      warnings.add(
          page.number(),
          "text recognition is unsure of its text; check the language of text recognition");
    }
    language = language == null && !lines.isEmpty() ? result.language() : language;
    return new PageContent(page.number(), page.width(), page.height(), lines, List.of());
  }

  /**
   * The box of a word depends on its letters. Therefore, the words of a line have the top and the
   * bottom of the line, and all words of the page have the same font size.
   */
  private List<TextLine> lines(TextRecognition.Result result, double scale, PageContent page) {
    budget.startRecognition();
    List<TextLine> lines = new ArrayList<>();
    for (List<TextRecognition.Word> line : result.lines()) {
      List<Word> words = new ArrayList<>();
      line.forEach(word -> addTo(words, word, scale, page));
      if (!words.isEmpty()) {
        lines.add(new TextLine(words));
      }
    }
    double[] heights = lines.stream().mapToDouble(each -> each.bottom() - each.top()).toArray();
    Arrays.sort(heights);
    float size = heights.length == 0 ? 0 : (float) heights[heights.length / 2];
    return lines.stream().map(each -> even(each, size)).toList();
  }

  private static TextLine even(TextLine line, float size) {
    return new TextLine(
        line.words().stream()
            .map(
                each ->
                    new Word(
                        each.text(),
                        each.left(),
                        line.top(),
                        each.right(),
                        line.bottom(),
                        size,
                        false))
            .toList());
  }

  private void addTo(List<Word> words, TextRecognition.Word word, double scale, PageContent page) {
    float left = within(page.width(), word.left() * scale);
    float top = within(page.height(), word.top() * scale);
    float right = within(page.width(), left + word.width() * scale);
    float bottom = within(page.height(), top + word.height() * scale);
    for (String part : SPACES.split(word.text())) {
      String text = PdfProperties.clean(part);
      if (!text.isEmpty()) {
        budget.addCharacters(text.length());
        words.add(new Word(text, left, top, right, bottom, 0, false));
      }
    }
  }

  private static float within(float end, double value) {
    return (float) Math.max(0, Math.min(end, value));
  }

  /** The mean confidence of the letters. */
  private static double confidence(TextRecognition.Result result) {
    double sum = 0;
    long letters = 0;
    for (List<TextRecognition.Word> line : result.lines()) {
      for (TextRecognition.Word word : line) {
        sum += word.confidence() * word.text().length();
        letters += word.text().length();
      }
    }
    return letters == 0 ? 0 : sum / letters;
  }
}

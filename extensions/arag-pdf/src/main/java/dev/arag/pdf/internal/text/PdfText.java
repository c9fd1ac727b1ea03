package dev.arag.pdf.internal.text;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.text.Document;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.text.DecodedText;
import dev.arag.pdf.internal.layout.PageContent;
import dev.arag.pdf.internal.layout.TextLine;
import dev.arag.pdf.internal.layout.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Joins the lines of all pages into the text of a document. Blank lines separate paragraphs. A
 * wrapped line of prose is joined to the next line with a space. All other lines keep their line
 * breaks, so that list items and address lines stay separate. The lines of a heading become one
 * line.
 */
final class PdfText {
  /**
   * A line counts as full if the next word would end less than this distance, in points, before the
   * right edge.
   */
  private static final float TOLERANCE = 2;

  private final Map<TextLine, Headings.Heading> headings;
  private final Hyphens hyphens;
  private final IngestLimits limits;
  private final StringBuilder text = new StringBuilder();
  private final List<Mark> marks = new ArrayList<>();
  private final List<Place> pages = new ArrayList<>();
  private final List<TextLine> paragraph = new ArrayList<>();
  private @Nullable TextLine above;
  private boolean isBelowHeading;

  private record Mark(int offset, List<String> path) {}

  private record Place(int offset, int page) {}

  /**
   * @param headings the headings by their first lines
   */
  PdfText(List<PageContent> pages, Map<TextLine, Headings.Heading> headings, IngestLimits limits) {
    this.headings = headings;
    this.hyphens = Hyphens.of(pages);
    this.limits = limits;
    pages.forEach(this::addPage);
  }

  Document.Builder document(String id) {
    Document.Builder document = Document.builder(id, DecodedText.of(text.toString()).text());
    pages.forEach(place -> document.page(place.offset(), place.page()));
    marks.forEach(mark -> document.heading(mark.offset(), mark.path()));
    return document;
  }

  private void addPage(PageContent page) {
    Paragraphs paragraphs = Paragraphs.of(page.lines());
    List<TextLine> lines = page.lines();
    for (int i = 0; i < lines.size(); ) {
      TextLine line = lines.get(i);
      Headings.Heading heading = headings.get(line);
      int count = heading == null ? 1 : heading.lines();
      if (i == 0) {
        openPage(line, page.number());
      } else if (isParted(line, paragraphs)) {
        endParagraph();
        text.append("\n\n");
      }
      if (heading == null) {
        paragraph.add(line);
      } else {
        marks.add(new Mark(text.length(), heading.path()));
        text.append(heading.text());
      }
      isBelowHeading = heading != null;
      above = lines.get(i + count - 1);
      i += count;
    }
    endParagraph();
  }

  private boolean isParted(TextLine line, Paragraphs paragraphs) {
    if (paragraph.isEmpty() || headings.containsKey(line)) {
      return true;
    }
    TextLine last = paragraph.get(paragraph.size() - 1);
    return paragraphs.begins(last, line, paragraph.size() == 1)
        && !Hyphens.isHyphenated(last.text(), line.text());
  }

  /**
   * Starts a page. A hyphenated word of the previous page is joined. A single line break precedes
   * the rest of a sentence, and a blank line precedes everything else.
   */
  private void openPage(TextLine line, int page) {
    TextLine before = above;
    if (before != null) {
      boolean isJoined = !isBelowHeading && !headings.containsKey(line);
      if (isJoined && Hyphens.isHyphenated(before.text(), line.text())) {
        removeHyphen(before, line);
      } else {
        text.append(isJoined && Paragraphs.continues(before, line) ? "\n" : "\n\n");
      }
    }
    pages.add(new Place(text.length(), page));
  }

  private void endParagraph() {
    if (!paragraph.isEmpty()) {
      addLines(paragraph, paragraph.stream().anyMatch(Paragraphs::endsClause));
      paragraph.clear();
    }
  }

  /** Adds lines, column by column, because each column has an edge of its own. */
  private void addLines(List<TextLine> lines, boolean prose) {
    text.append(lines.get(0).text());
    int start = 0;
    for (int i = 1; i <= lines.size(); i++) {
      if (i == lines.size() || Paragraphs.isNextColumn(lines.get(i - 1), lines.get(i))) {
        List<TextLine> column = lines.subList(start, i);
        float edge = (float) column.stream().mapToDouble(TextLine::right).max().orElse(0);
        for (int j = Math.max(1, start); j < i; j++) {
          join(lines.get(j - 1), lines.get(j), prose, j == start ? 0 : edge);
        }
        start = i;
      }
    }
    limits.checkText(text.length());
  }

  private void join(TextLine before, TextLine line, boolean prose, float edge) {
    if (Hyphens.isHyphenated(before.text(), line.text())) {
      removeHyphen(before, line);
    } else if (prose && !Paragraphs.isItem(line) && isFull(before, line, edge)) {
      text.append(isUnspaced(before, line) ? "" : " ");
    } else {
      text.append('\n');
    }
    text.append(line.text());
  }

  /** Removes the hyphen before {@code line} unless it is part of the word. */
  private void removeHyphen(TextLine before, TextLine line) {
    if (hyphens.isLineBreakHyphen(before.text(), line.text())) {
      text.setLength(text.length() - 1);
    }
  }

  private static boolean isFull(TextLine before, TextLine line, float edge) {
    Word word = line.words().get(0);
    return before.right() + word.right() - word.left() + TOLERANCE > edge;
  }

  private static boolean isUnspaced(TextLine before, TextLine line) {
    return CharacterClass.isUnspacedScript(before.text().codePointBefore(before.text().length()))
        && CharacterClass.isUnspacedScript(line.text().codePointAt(0));
  }
}

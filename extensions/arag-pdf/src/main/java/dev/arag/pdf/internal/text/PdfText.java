package dev.arag.pdf.internal.text;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.text.Document;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.text.DecodedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Joins the lines of all pages into the text of a document. Blank lines separate paragraphs. A
 * wrapped line of prose is joined to the next line with a space. All other lines keep their line
 * breaks, so that table rows, list items and address lines stay separate.
 */
final class PdfText {
  private static final String CLAUSE_MARKS = ".!?:;,…。！？：；，、؟،؛।";

  /**
   * A line counts as full if the next word would end less than this distance, in points, before the
   * right edge.
   */
  private static final float TOLERANCE = 2;

  private final Map<Line, List<String>> headings;
  private final Hyphens hyphens;
  private final IngestLimits limits;
  private final StringBuilder text = new StringBuilder();
  private final List<Mark> marks = new ArrayList<>();
  private final List<Place> pages = new ArrayList<>();

  private record Mark(int offset, List<String> path) {}

  private record Place(int offset, int page) {}

  /**
   * @param headings the section paths of the lines that are headings
   */
  PdfText(List<PageText> pages, Map<Line, List<String>> headings, IngestLimits limits) {
    this.headings = headings;
    this.hyphens = Hyphens.of(pages);
    this.limits = limits;
    Line above = null;
    for (PageText page : pages) {
      above = addPage(page, above);
    }
  }

  Document.Builder document(String id) {
    Document.Builder document = Document.builder(id, DecodedText.of(text.toString()).text());
    pages.forEach(place -> document.page(place.offset(), place.page()));
    marks.forEach(mark -> document.heading(mark.offset(), mark.path()));
    return document;
  }

  private @Nullable Line addPage(PageText page, @Nullable Line before) {
    List<Line> paragraph = new ArrayList<>();
    Line above = before;
    boolean first = true;
    for (Line line : page.lines()) {
      if (isParted(above, line) && !paragraph.isEmpty()) {
        addParagraph(paragraph);
        paragraph.clear();
      }
      if (first) {
        openPage(above, line, page.number());
        first = false;
      } else if (paragraph.isEmpty()) {
        text.append("\n\n");
      }
      paragraph.add(line);
      above = line;
    }
    if (!paragraph.isEmpty()) {
      addParagraph(paragraph);
    }
    return above;
  }

  private boolean isParted(@Nullable Line above, Line line) {
    boolean cut = above != null && Hyphens.isHyphenated(above.text(), line.text());
    return (line.opensParagraph() && !cut)
        || headings.containsKey(line)
        || (above != null && headings.containsKey(above));
  }

  /**
   * Starts a page with a single line break if a sentence continues from the previous page,
   * otherwise with a blank line.
   */
  private void openPage(@Nullable Line above, Line line, int page) {
    if (above != null) {
      boolean goesOn = !endsClause(above) && startsLower(line) && !headings.containsKey(line);
      text.append(goesOn ? "\n" : "\n\n");
    }
    pages.add(new Place(text.length(), page));
  }

  private void addParagraph(List<Line> lines) {
    Line first = lines.get(0);
    List<String> path = headings.get(first);
    if (path != null) {
      marks.add(new Mark(text.length(), path));
    }
    boolean prose = lines.stream().anyMatch(PdfText::endsClause);
    float edge = (float) lines.stream().mapToDouble(Line::right).max().orElse(0);
    text.append(first.text());
    for (int i = 1; i < lines.size(); i++) {
      join(lines.get(i - 1), lines.get(i), prose, edge);
    }
    limits.checkText(text.length());
  }

  private void join(Line above, Line line, boolean prose, float edge) {
    if (Hyphens.isHyphenated(above.text(), line.text())) {
      if (hyphens.isLineBreakHyphen(above.text(), line.text())) {
        text.setLength(text.length() - 1);
      }
    } else if (prose && !isItem(line) && isFull(above, line, edge)) {
      text.append(isUnspaced(above, line) ? "" : " ");
    } else {
      text.append('\n');
    }
    text.append(line.text());
  }

  private static boolean isFull(Line above, Line line, float edge) {
    return above.right() + line.firstWord() + TOLERANCE > edge;
  }

  private static boolean isUnspaced(Line above, Line line) {
    return CharacterClass.isUnspacedScript(above.text().codePointBefore(above.text().length()))
        && CharacterClass.isUnspacedScript(line.text().codePointAt(0));
  }

  /** Whether a line starts with a bullet, or with a number followed by a period or parenthesis. */
  private static boolean isItem(Line line) {
    String text = line.text();
    int space = text.indexOf(' ');
    if (space < 1 || space > 4) {
      return false;
    }
    String first = text.substring(0, space);
    char last = first.charAt(first.length() - 1);
    boolean numbered = (last == '.' || last == ')') && CharacterClass.isDigit(first.charAt(0));
    return numbered || first.codePoints().noneMatch(CharacterClass::isLetterOrDigit);
  }

  private static boolean endsClause(Line line) {
    return CLAUSE_MARKS.indexOf(line.text().charAt(line.text().length() - 1)) >= 0;
  }

  private static boolean startsLower(Line line) {
    return CharacterClass.isLowerCase(line.text().codePointAt(0));
  }
}

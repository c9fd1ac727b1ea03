package dev.arag.pdf.internal.text;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.pdf.internal.layout.PageContent;
import dev.arag.pdf.internal.layout.TextLine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Decides by positions and sizes where the paragraphs of a page begin. */
final class Paragraphs {
  private static final String CLAUSE_MARKS = ".!?:;,…。！？：；，、؟،؛।";

  /** A gap separates paragraphs if the distance of two lines is this many times the usual one. */
  private static final float GAP = 1.3f;

  /** The usual distance of two lines, in font sizes, if a page has too few lines to tell. */
  private static final float DISTANCE = 1.25f;

  private static final float MIN_DISTANCE = 0.9f;
  private static final float MAX_DISTANCE = 3;
  private static final int ENOUGH = 4;

  /** The width of an indent, in font sizes. */
  private static final float INDENT = 0.9f;

  /** A paragraph has letters of one size, with this difference at most. */
  private static final float SIZES = 1.12f;

  private final float usual;

  private Paragraphs(float usual) {
    this.usual = usual;
  }

  /** Finds the usual distance of lines in a document. */
  static Paragraphs of(List<PageContent> pages) {
    List<Float> distances = new ArrayList<>();
    for (PageContent page : pages) {
      distances.addAll(distances(page.lines()));
    }
    Collections.sort(distances);
    return new Paragraphs(
        distances.size() < ENOUGH ? DISTANCE : Math.max(1, distances.get(distances.size() / 4)));
  }

  /** Finds the usual distance of lines on a page of the document. */
  Paragraphs on(PageContent page) {
    List<Float> distances = distances(page.lines());
    if (distances.size() < ENOUGH) {
      return this;
    }
    Collections.sort(distances);
    float quarter = Math.min(usual, distances.get(distances.size() / 4));
    return new Paragraphs(Math.max(1, Math.max(distances.get(1), quarter)));
  }

  private static List<Float> distances(List<TextLine> lines) {
    List<Float> distances = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      float distance = distance(lines.get(i - 1), lines.get(i));
      if (distance > MIN_DISTANCE && distance < MAX_DISTANCE) {
        distances.add(distance);
      }
    }
    return distances;
  }

  /** Returns the distance of two lines in font sizes. */
  private static float distance(TextLine above, TextLine line) {
    return (line.bottom() - above.bottom()) / Math.max(1, size(above, line));
  }

  private static float size(TextLine above, TextLine line) {
    return Math.max(above.fontSize(), line.fontSize());
  }

  /** Whether a gap separates two lines. */
  boolean isGap(TextLine above, TextLine line) {
    return distance(above, line) > GAP * usual;
  }

  /** Whether {@code line} is in another column, which begins higher than {@code above}. */
  static boolean isNextColumn(TextLine above, TextLine line) {
    return line.bottom() < above.top();
  }

  /**
   * Whether a line begins a paragraph.
   *
   * @param isFirst whether {@code above} is the first line of its paragraph
   */
  boolean begins(TextLine above, TextLine line, boolean isFirst) {
    if (isNextColumn(above, line)) {
      return !continues(above, line);
    }
    float larger = size(above, line);
    if (isGap(above, line) || larger > SIZES * Math.min(above.fontSize(), line.fontSize())) {
      return true;
    }
    float indent = line.left() - above.left();
    if (indent > INDENT * larger) {
      return !isItem(above) && !isSameRow(above, line);
    }
    return -indent > INDENT * larger && !isFirst;
  }

  private static boolean isSameRow(TextLine above, TextLine line) {
    return line.left() >= above.right();
  }

  /** Whether a sentence goes on in the next column or on the next page. */
  static boolean continues(TextLine above, TextLine line) {
    return !endsClause(above) && CharacterClass.isLowerCase(line.text().codePointAt(0));
  }

  static boolean endsClause(TextLine line) {
    return CLAUSE_MARKS.indexOf(line.text().charAt(line.text().length() - 1)) >= 0;
  }

  /** Whether a line starts with a bullet, or with a number such as 1., 1) or (1). */
  static boolean isItem(TextLine line) {
    String text = line.text();
    int space = text.indexOf(' ');
    if (space < 1 || space > 4) {
      return false;
    }
    String first = text.substring(0, space);
    char last = first.charAt(first.length() - 1);
    int start = first.charAt(0) == '(' && last == ')' ? 1 : 0;
    boolean numbered = (last == '.' || last == ')') && CharacterClass.isDigit(first.charAt(start));
    return numbered || first.codePoints().noneMatch(CharacterClass::isLetterOrDigit);
  }
}

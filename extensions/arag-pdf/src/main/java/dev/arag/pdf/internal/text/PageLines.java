package dev.arag.pdf.internal.text;

import dev.arag.pdf.internal.guard.FontGuard;
import dev.arag.pdf.internal.guard.WorkBudget;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.contentstream.operator.OperatorName;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;
import org.apache.pdfbox.util.Matrix;
import org.apache.pdfbox.util.Vector;

/**
 * Extracts the lines of one page in drawing order. In nearly all files this is the reading order.
 * Sorting by position would mix the lines of adjacent columns. Use one instance per page, because a
 * failure leaves the PDFBox engine in an undefined state.
 */
final class PageLines extends PDFTextStripper {
  private static final char REPLACEMENT = '\uFFFD';

  private final WorkBudget budget;
  private final FontGuard fonts;
  private final Overprint overprint = new Overprint();
  private final List<Line> lines = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();
  private boolean opensParagraph;
  private boolean firstWordOpen;
  private float left;
  private float right;
  private float firstWord;
  private int shown;
  private int unknown;
  private boolean hasImage;
  private int openMarks;

  PageLines(WorkBudget budget, FontGuard fonts) {
    this.budget = budget;
    this.fonts = fonts;
    this.output = Writer.nullWriter();
    setSuppressDuplicateOverlappingText(false);
    setShouldSeparateByBeads(false);
    startLine(true);
  }

  List<Line> lines() {
    return lines;
  }

  /** Returns the number of characters that the fonts of the page do not map to Unicode. */
  int unknown() {
    return unknown;
  }

  boolean hasImage() {
    return hasImage;
  }

  void read(PDPage page) throws IOException {
    processPage(page);
    endLine();
  }

  /** Keeps the text that was read before the page failed. */
  void keepPartialText() throws IOException {
    lines.clear();
    startLine(true);
    writePage();
    endLine();
  }

  @Override
  protected void processOperator(Operator operator, List<COSBase> operands) throws IOException {
    budget.addOperator();
    String name = operator.getName();
    hasImage =
        hasImage || name.equals(OperatorName.BEGIN_INLINE_IMAGE) || drawsImage(name, operands);
    fonts.before(name, operands, getResources());
    super.processOperator(operator, operands);
  }

  @Override
  public void saveGraphicsState() {
    budget.checkDepth(getGraphicsStackSize());
    super.saveGraphicsState();
  }

  @Override
  public void beginMarkedContentSequence(COSName tag, COSDictionary properties) {
    budget.checkDepth(++openMarks);
    super.beginMarkedContentSequence(tag, properties);
  }

  @Override
  public void endMarkedContentSequence() {
    openMarks = Math.max(0, openMarks - 1);
    super.endMarkedContentSequence();
  }

  private boolean drawsImage(String operator, List<COSBase> operands) {
    return operator.equals(OperatorName.DRAW_OBJECT)
        && !operands.isEmpty()
        && operands.get(0) instanceof COSName name
        && getResources() != null
        && getResources().isImageXObject(name);
  }

  @Override
  protected void showGlyph(Matrix matrix, PDFont font, int code, Vector displacement)
      throws IOException {
    int before = shown;
    super.showGlyph(matrix, font, code, displacement);
    unknown += shown == before ? 1 : 0;
  }

  @Override
  protected void processTextPosition(TextPosition position) {
    shown++;
    budget.addCharacters(Math.max(1, position.getUnicode().length()));
    if (!overprint.isRepeated(position)) {
      super.processTextPosition(position);
    }
  }

  @Override
  protected void writeString(String word, List<TextPosition> positions) {
    for (TextPosition position : positions) {
      float start = position.getXDirAdj();
      left = Math.min(left, start);
      right = Math.max(right, start + position.getWidthDirAdj());
    }
    for (int i = 0; i < word.length(); i++) {
      append(word.charAt(i));
    }
  }

  private void append(char unit) {
    if (Character.isWhitespace(unit) || unit == ' ') {
      endFirstWord();
      text.append(' ');
    } else if (Character.getType(unit) == Character.CONTROL) {
      text.append(REPLACEMENT);
      unknown++;
    } else {
      text.append(unit);
    }
  }

  private void endFirstWord() {
    if (firstWordOpen && !text.isEmpty() && right > left) {
      firstWord = right - left;
      firstWordOpen = false;
    }
  }

  @Override
  protected void writeWordSeparator() {
    append(' ');
  }

  @Override
  protected void writeLineSeparator() {
    endLine();
  }

  @Override
  protected void writeParagraphStart() {
    endLine();
    opensParagraph = true;
  }

  @Override
  protected void writeParagraphEnd() {
    endLine();
    opensParagraph = true;
  }

  private void endLine() {
    endFirstWord();
    String line = text.toString().strip();
    if (!line.isEmpty()) {
      float word = firstWordOpen ? right - left : firstWord;
      lines.add(new Line(line, right, word, opensParagraph));
      opensParagraph = false;
    }
    startLine(opensParagraph);
  }

  private void startLine(boolean opens) {
    text.setLength(0);
    opensParagraph = opens;
    firstWordOpen = true;
    firstWord = 0;
    left = Float.MAX_VALUE;
    right = -Float.MAX_VALUE;
  }
}

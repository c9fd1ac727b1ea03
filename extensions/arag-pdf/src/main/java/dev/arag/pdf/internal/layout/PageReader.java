package dev.arag.pdf.internal.layout;

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
 * Reads the words, lines and rules of one page. Text that runs in another direction than the page
 * follows the other text. Use one instance per page, because a failure leaves the PDFBox engine in
 * an undefined state.
 */
public final class PageReader extends PDFTextStripper {
  private final WorkBudget budget;
  private final FontGuard fonts;
  private final PDPage page;
  private final DrawnRules rules;
  private final GlyphWords glyphs;
  private final Overprint overprint = new Overprint();
  private final List<TextLine> lines = new ArrayList<>();
  private final List<Word> words = new ArrayList<>();
  private int shown;
  private int unknown;
  private boolean hasImage;
  private int openMarks;
  private int upright;

  public PageReader(WorkBudget budget, FontGuard fonts, PDPage page) {
    this.budget = budget;
    this.fonts = fonts;
    this.page = page;
    this.rules = new DrawnRules(page);
    this.glyphs = new GlyphWords(page.getRotation());
    this.output = Writer.nullWriter();
    setSuppressDuplicateOverlappingText(false);
    setShouldSeparateByBeads(false);
  }

  public void read() throws IOException {
    processPage(page);
  }

  /** Keeps the text that was read before the page failed. */
  public void keepPartialText() throws IOException {
    lines.clear();
    words.clear();
    writePage();
  }

  /** Returns what was read so far. */
  public PageContent content(int number) {
    List<TextLine> ordered = new ArrayList<>(ReadingOrder.of(lines.subList(0, upright)));
    ordered.addAll(lines.subList(upright, lines.size()));
    return new PageContent(
        number, rules.width(), rules.height(), List.copyOf(ordered), List.copyOf(rules.found()));
  }

  /** Returns the number of characters that the fonts of the page do not map to Unicode. */
  public int unknown() {
    return unknown + glyphs.unknown();
  }

  public boolean hasImage() {
    return hasImage;
  }

  @Override
  protected void processOperator(Operator operator, List<COSBase> operands) throws IOException {
    budget.addOperator();
    String name = operator.getName();
    hasImage =
        hasImage || name.equals(OperatorName.BEGIN_INLINE_IMAGE) || drawsImage(name, operands);
    fonts.before(name, operands, getResources());
    rules.operator(name, operands, getGraphicsState());
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

  /**
   * PDFBox compares the positions of text as the page is displayed. Text in another direction needs
   * a separate run that compares positions along its direction.
   */
  @Override
  protected void writePage() throws IOException {
    List<TextPosition> turned = new ArrayList<>();
    for (List<TextPosition> article : charactersByArticle) {
      article.stream().filter(glyphs::isTurned).forEach(turned::add);
      article.removeIf(glyphs::isTurned);
    }
    super.writePage();
    endLine();
    upright = lines.size();
    if (!turned.isEmpty()) {
      charactersByArticle.clear();
      charactersByArticle.add(turned);
      setSortByPosition(true);
      super.writePage();
      endLine();
    }
  }

  @Override
  protected void writeString(String text, List<TextPosition> positions) {
    glyphs.addWords(text, positions, words);
  }

  @Override
  protected void writeWordSeparator() {
    // Each call of writeString begins a word.
  }

  @Override
  protected void writeLineSeparator() {
    endLine();
  }

  @Override
  protected void writeParagraphStart() {
    endLine();
  }

  @Override
  protected void writeParagraphEnd() {
    endLine();
  }

  private void endLine() {
    if (!words.isEmpty()) {
      lines.add(new TextLine(words));
      words.clear();
    }
  }
}

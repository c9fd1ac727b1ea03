package dev.arag.pdf.internal.picture;

import dev.arag.pdf.internal.guard.FontGuard;
import dev.arag.pdf.internal.guard.FunctionPrograms;
import dev.arag.pdf.internal.guard.InlineImages;
import dev.arag.pdf.internal.guard.PageRefusedException;
import dev.arag.pdf.internal.guard.WorkBudget;
import java.awt.Color;
import java.awt.Paint;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.PathIterator;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.util.List;
import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.contentstream.operator.OperatorName;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.io.RandomAccessRead;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.graphics.PDLineDashPattern;
import org.apache.pdfbox.pdmodel.graphics.color.PDColor;
import org.apache.pdfbox.pdmodel.graphics.color.PDDeviceN;
import org.apache.pdfbox.pdmodel.graphics.color.PDPattern;
import org.apache.pdfbox.pdmodel.graphics.image.PDImage;
import org.apache.pdfbox.pdmodel.graphics.pattern.PDShadingPattern;
import org.apache.pdfbox.pdmodel.graphics.shading.PDShading;
import org.apache.pdfbox.rendering.PageDrawer;
import org.apache.pdfbox.rendering.PageDrawerParameters;
import org.apache.pdfbox.util.Matrix;
import org.apache.pdfbox.util.Vector;

/**
 * Draws one page within a budget. A part that is damaged or has an unsupported format is left out,
 * and the rest of the page is drawn.
 */
final class GuardedPageDrawer extends PageDrawer {
  /** The maximum number of pixels of an image after it has been reduced to fit the page. */
  private static final long MAX_PIXELS = 12_000_000;

  /** A mask is not reduced before it is painted. */
  private static final long MAX_MASK_PIXELS = 40_000_000;

  /** The maximum number of dashes along the outline of a path. */
  private static final double MAX_DASHES = 100_000;

  /** The maximum number of steps of the programs that are run to paint a shading or an image. */
  private static final double MAX_STEPS = 1e9;

  private final WorkBudget budget;
  private final FontGuard fonts = new FontGuard();
  private int openMarks;
  private boolean complete = true;

  GuardedPageDrawer(PageDrawerParameters parameters, WorkBudget budget) throws IOException {
    super(parameters);
    this.budget = budget;
  }

  /** Returns whether every part of the page has been drawn. */
  boolean isComplete() {
    return complete;
  }

  @Override
  protected void processOperator(Operator operator, List<COSBase> operands) throws IOException {
    budget.addOperator();
    try {
      fonts.before(operator.getName(), operands, getResources());
      if (operator.getName().equals(OperatorName.BEGIN_INLINE_IMAGE)) {
        InlineImages.decode(operator, budget);
      }
      super.processOperator(operator, operands);
    } catch (PageRefusedException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      budget.throwIfFileRejected();
      complete = false;
    }
  }

  @Override
  protected void operatorException(
      Operator operator, List<COSBase> operands, IOException exception) {
    complete = false;
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

  @Override
  protected void showGlyph(Matrix matrix, PDFont font, int code, Vector displacement)
      throws IOException {
    budget.addCharacters(1);
    super.showGlyph(matrix, font, code, displacement);
  }

  @Override
  public void drawImage(PDImage image) throws IOException {
    long pixels = pixels(image);
    if (pixels < 1 || !(image.isStencil() ? isDrawableMask(pixels) : hasFewSteps(image, pixels))) {
      complete = false;
      return;
    }
    super.drawImage(image);
  }

  /** In other color spaces, PDFBox runs a program once for each of 256 values. */
  private static boolean hasFewSteps(PDImage image, long pixels) throws IOException {
    return !(image.getColorSpace() instanceof PDDeviceN space)
        || (double) FunctionPrograms.steps(space.getCOSObject()) * Math.min(pixels, MAX_PIXELS)
            <= MAX_STEPS;
  }

  @Override
  public void shadingFill(COSName name) throws IOException {
    PDShading shading = getResources().getShading(name);
    if (shading == null || isDrawable(shading)) {
      super.shadingFill(name);
    } else {
      complete = false;
    }
  }

  @Override
  protected Paint getPaint(PDColor color) throws IOException {
    if (color.getColorSpace() instanceof PDPattern patterns
        && patterns.getPattern(color) instanceof PDShadingPattern pattern
        && pattern.getShading() != null
        && !isDrawable(pattern.getShading())) {
      complete = false;
      return new Color(0, 0, 0, 0);
    }
    return super.getPaint(color);
  }

  /** Each part of a mesh may cover all pixels. */
  private boolean isDrawable(PDShading shading) throws IOException {
    COSDictionary entries = shading.getCOSObject();
    double steps = FunctionPrograms.steps(entries);
    if (steps > 0 && entries instanceof COSStream mesh) {
      try (RandomAccessRead parts = mesh.createView()) {
        steps *= parts.length();
      }
    }
    Rectangle2D box =
        getGraphics()
            .getTransform()
            .createTransformedShape(getGraphicsState().getCurrentClippingPath())
            .getBounds2D();
    return steps * box.getWidth() * box.getHeight() <= MAX_STEPS;
  }

  private boolean isDrawableMask(long pixels) {
    AffineTransform place =
        getGraphicsState().getCurrentTransformationMatrix().createAffineTransform();
    place.preConcatenate(getGraphics().getTransform());
    Rectangle2D box = place.createTransformedShape(new Rectangle2D.Float(0, 0, 1, 1)).getBounds2D();
    return pixels <= MAX_MASK_PIXELS && box.getWidth() * box.getHeight() <= MAX_MASK_PIXELS;
  }

  /** PDFBox uses every n-th row and column of an image; the result is n. */
  @Override
  protected int getSubsampling(PDImage image, AffineTransform place) {
    int least = (int) Math.ceil(Math.sqrt((double) pixels(image) / MAX_PIXELS));
    return Math.max(least, super.getSubsampling(image, place));
  }

  /** The pixels of the smallest image that has the rows and columns of an image and its mask. */
  private static long pixels(PDImage image) {
    long width = image.getWidth();
    long height = image.getHeight();
    for (COSName key : List.of(COSName.SMASK, COSName.MASK)) {
      COSStream mask = image.getCOSObject().getCOSStream(key);
      if (mask != null) {
        width = Math.max(width, mask.getInt(COSName.WIDTH, COSName.W));
        height = Math.max(height, mask.getInt(COSName.HEIGHT, COSName.H));
      }
    }
    return Math.min(width, height) < 1 ? 0 : width * height;
  }

  /** A tiny dash would give millions of dashes, which no image can show. */
  @Override
  public void strokePath() throws IOException {
    PDLineDashPattern pattern = getGraphicsState().getLineDashPattern();
    double dashes = 0;
    for (float part : pattern.getDashArray()) {
      dashes += Math.abs(part);
    }
    dashes *= getGraphicsState().getCurrentTransformationMatrix().getScalingFactorX();
    if (dashes != 0 && !(length(getLinePath()) / Math.abs(dashes) < MAX_DASHES)) {
      getGraphicsState().setLineDashPattern(new PDLineDashPattern());
    }
    super.strokePath();
    getGraphicsState().setLineDashPattern(pattern);
  }

  /** Returns at least the length of a path, from its corners and control points. */
  private static double length(Shape path) {
    double length = 0;
    double[] points = new double[6];
    double[] last = new double[2];
    for (PathIterator at = path.getPathIterator(null); !at.isDone(); at.next()) {
      int kind = at.currentSegment(points);
      int count = kind == PathIterator.SEG_CLOSE ? 0 : kind == PathIterator.SEG_CUBICTO ? 3 : 1;
      for (int i = 0; i < count; i++) {
        boolean drawn = kind != PathIterator.SEG_MOVETO;
        length += drawn ? Math.hypot(points[2 * i] - last[0], points[2 * i + 1] - last[1]) : 0;
        last[0] = points[2 * i];
        last[1] = points[2 * i + 1];
      }
    }
    return length;
  }
}

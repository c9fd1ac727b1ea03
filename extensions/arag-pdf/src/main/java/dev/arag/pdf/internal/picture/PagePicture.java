package dev.arag.pdf.internal.picture;

import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.pdf.internal.guard.ImageCache;
import dev.arag.pdf.internal.guard.WorkBudget;
import java.awt.image.BufferedImage;
import java.io.IOException;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageTree;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAppearanceDictionary;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.rendering.PageDrawer;
import org.apache.pdfbox.rendering.PageDrawerParameters;
import org.jspecify.annotations.Nullable;

/**
 * A page drawn as an image.
 *
 * @param width the width of the page as displayed, in points; likewise the height
 * @param rotation the angle by which the page has been turned clockwise: 0, 90, 180 or 270 degrees
 * @param isComplete whether every part of the page has been drawn
 */
public record PagePicture(
    BufferedImage image, double width, double height, int rotation, boolean isComplete) {
  /** A4 at 300 dots per inch has 8.7 million pixels. */
  private static final double MAX_PIXELS = 12_000_000;

  private static final double MAX_SIDE = 20_000;

  /**
   * Draws a page.
   *
   * @param dpi the resolution in dots per inch, which is lower for a page that would have more than
   *     12 million pixels
   */
  public static PagePicture of(PDDocument file, PDPage page, int dpi, WorkBudget budget)
      throws IOException {
    PDRectangle box = page.getCropBox();
    boolean turned = page.getRotation() % 180 != 0;
    double width = turned ? box.getHeight() : box.getWidth();
    double height = turned ? box.getWidth() : box.getHeight();
    float scale = scale(width, height, dpi);
    budget.startDrawing();
    try {
      Renderer renderer = new Renderer(new OnePage(file, page), budget);
      BufferedImage image = ImageCache.offDuring(() -> renderer.renderImage(0, scale));
      boolean complete = renderer.isComplete() && !budget.hasUndecodedStream();
      return new PagePicture(image, width, height, page.getRotation(), complete);
    } finally {
      budget.endPage();
    }
  }

  private static float scale(double width, double height, int dpi) {
    double scale = dpi / 72.0;
    scale = Math.min(scale, Math.sqrt(MAX_PIXELS / (width * height)));
    scale = Math.min(scale, MAX_SIDE / Math.max(width, height));
    if (!(scale > 0) || !(width > 0) || !(height > 0)) {
      throw new UnreadableSourceException(
          "the page has the size " + width + " x " + height + " points, which cannot be drawn");
    }
    return (float) scale;
  }

  /**
   * A file as if it had one page. PDFBox finds a page by the declared numbers of pages in the page
   * tree, which may be wrong.
   */
  private static final class OnePage extends PDDocument {
    private final PDPage page;

    OnePage(PDDocument file, PDPage page) {
      super(file.getDocument());
      this.page = page;
      setResourceCache(file.getResourceCache());
    }

    @Override
    public PDPageTree getPages() {
      return new PDPageTree() {
        @Override
        public PDPage get(int index) {
          return page;
        }
      };
    }
  }

  private static final class Renderer extends PDFRenderer {
    private final WorkBudget budget;
    private @Nullable GuardedPageDrawer drawing;

    Renderer(PDDocument file, WorkBudget budget) {
      super(file);
      this.budget = budget;
      setSubsamplingAllowed(true);
      // PDFBox would create the missing appearance of an annotation.
      setAnnotationsFilter(
          each -> {
            PDAppearanceDictionary appearance = each.getAppearance();
            return appearance != null && appearance.getNormalAppearance() != null;
          });
    }

    @Override
    protected PageDrawer createPageDrawer(PageDrawerParameters parameters) throws IOException {
      drawing = new GuardedPageDrawer(parameters, budget);
      drawing.setAnnotationFilter(getAnnotationsFilter());
      return drawing;
    }

    boolean isComplete() {
      return drawing != null && drawing.isComplete();
    }
  }
}

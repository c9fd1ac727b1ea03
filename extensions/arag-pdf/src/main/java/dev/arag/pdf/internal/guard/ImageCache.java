package dev.arag.pdf.internal.guard;

import java.io.IOException;
import javax.imageio.ImageIO;

/**
 * The setting {@link ImageIO#setUseCache} of the whole application. While a page is drawn, it is
 * off, because the JPEG decoder of PDFBox would write a temporary file.
 */
public final class ImageCache {
  private static final ImageCache INSTANCE = new ImageCache();

  private int drawings;
  private boolean wasUsed;

  private ImageCache() {}

  public static <T> T offDuring(BuiltInFonts.Work<T> drawing) throws IOException {
    INSTANCE.begin();
    try {
      return drawing.run();
    } finally {
      INSTANCE.end();
    }
  }

  private synchronized void begin() {
    if (drawings++ == 0) {
      wasUsed = ImageIO.getUseCache();
    }
    ImageIO.setUseCache(false);
  }

  private synchronized void end() {
    if (--drawings == 0) {
      ImageIO.setUseCache(wasUsed);
    }
  }
}

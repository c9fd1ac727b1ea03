package dev.arag.pdf;

import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.pdf.internal.picture.PagePicture;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * A page of a PDF, drawn as an image. Annotations that have an appearance are drawn, too. Text in a
 * font that the file does not contain is drawn in Liberation Sans. Images in the formats JPEG 2000
 * and JBIG2 are left out; see {@link #isComplete()}.
 *
 * <p>Points are measured from the top left corner of the page as displayed. To find the pixel of a
 * point, multiply by {@code image().getWidth() / width()}. Immutable, except for the image, which
 * is the caller's to draw on.
 */
public final class PageImage {
  /** The default resolution, in dots per inch. */
  public static final int DEFAULT_DPI = 110;

  private final int page;
  private final PagePicture picture;

  PageImage(int page, PagePicture picture) {
    this.page = page;
    this.picture = picture;
  }

  /**
   * Draws a page of a file with {@link #DEFAULT_DPI} and the default limits. {@link
   * PdfParser#pageImage} has options.
   *
   * @param page the page number, from 1
   * @throws UnreadableSourceException if {@link PdfParser#parse} rejects such a file, if it has no
   *     such page, or if drawing the page exceeds the limits
   * @throws IOException if the file cannot be read, or as an {@link java.io.InterruptedIOException}
   *     if the thread is interrupted
   */
  public static PageImage of(Path source, int page) throws IOException {
    try (InputStream in = Files.newInputStream(source)) {
      return of(in, page);
    }
  }

  /** As {@link #of(Path, int)}. The caller closes the stream. */
  public static PageImage of(InputStream source, int page) throws IOException {
    return new PdfParser().pageImage("", source, page, DEFAULT_DPI);
  }

  /** The page number, from 1. */
  public int page() {
    return page;
  }

  /** The image, without transparency, on a white background. */
  public BufferedImage image() {
    return picture.image();
  }

  /** Encodes the image as PNG. */
  public byte[] png() {
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(png)) {
      ImageIO.write(picture.image(), "png", out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return png.toByteArray();
  }

  /** The width of the page as displayed, in points. */
  public double width() {
    return picture.width();
  }

  /** The height of the page as displayed, in points. */
  public double height() {
    return picture.height();
  }

  /** The angle by which the page has been turned clockwise: 0, 90, 180 or 270 degrees. */
  public int rotation() {
    return picture.rotation();
  }

  /**
   * Whether every part of the page has been drawn: false if an image could not be decoded, or if
   * the program of a shading is too complex.
   */
  public boolean isComplete() {
    return picture.isComplete();
  }
}

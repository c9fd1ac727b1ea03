package dev.arag.pdf.internal.guard;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.filter.Filter;

/**
 * Checks the size of an encoded image before its decoder allocates memory for it. A JPEG of a
 * hundred bytes can declare four billion pixels.
 */
final class ImageSize {
  /** An A3 page at 500 dots per inch has 48 million pixels. */
  private static final long MAX_JPEG_PIXELS = 50_000_000;

  private static final long MAX_FAX_PIXELS = 500_000_000;

  private ImageSize() {}

  /**
   * Returns a stream with the same bytes.
   *
   * @param image the dictionary of the image
   * @param parameters the parameters of the filter
   */
  static InputStream checked(
      InputStream in, COSName filter, COSDictionary image, COSDictionary parameters)
      throws IOException {
    if (filter.getName().startsWith("CCF") || filter.getName().startsWith("CCITT")) {
      long rows =
          Math.max(parameters.getInt(COSName.ROWS, 0), image.getInt(COSName.HEIGHT, COSName.H, 0));
      long columns = parameters.getInt(COSName.COLUMNS, 1728);
      check(columns, rows, MAX_FAX_PIXELS);
      return in;
    }
    byte[] encoded = in.readAllBytes();
    ImageReader reader = Filter.findRasterReader("JPEG", "the JDK has no JPEG decoder");
    try (ImageInputStream header =
        new MemoryCacheImageInputStream(new ByteArrayInputStream(encoded))) {
      // PDFBox ignores a line feed before the image.
      if (header.read() != '\n') {
        header.seek(0);
      }
      reader.setInput(header);
      check(reader.getWidth(0), reader.getHeight(0), MAX_JPEG_PIXELS);
    } finally {
      reader.dispose();
    }
    return new ByteArrayInputStream(encoded);
  }

  private static void check(long width, long height, long limit) throws IOException {
    if (width < 1 || height < 0 || width * height > limit) {
      throw new IOException(
          "an image has "
              + width
              + " x "
              + height
              + " pixels; the limit is "
              + limit
              + " in total");
    }
  }
}

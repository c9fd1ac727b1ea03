package dev.arag.pdf.internal.guard;

import java.io.IOException;
import java.io.InputStream;
import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.io.RandomAccessReadView;
import org.jspecify.annotations.Nullable;

/** Decodes images that are part of a page's content. PDFBox would decode them without limits. */
public final class InlineImages {
  private InlineImages() {}

  /** Replaces the data of the image that an operator draws by its decoded data. */
  public static void decode(Operator operator, WorkBudget budget) throws IOException {
    COSDictionary image = operator.getImageParameters();
    byte[] data = operator.getImageData();
    if (image == null || data == null) {
      return;
    }
    RandomAccessReadBuffer bytes = new RandomAccessReadBuffer(data);
    try (GuardedStream stream =
        new GuardedStream(
            IOUtils.createMemoryOnlyStreamCache().create(),
            new RandomAccessReadView(bytes, 0, data.length),
            budget)) {
      stream.setItem(COSName.SUBTYPE, COSName.IMAGE);
      stream.setItem(COSName.FILTER, entry(image, COSName.FILTER, COSName.F));
      stream.setItem(COSName.DECODE_PARMS, entry(image, COSName.DECODE_PARMS, COSName.DP));
      stream.setItem(COSName.WIDTH, entry(image, COSName.WIDTH, COSName.W));
      stream.setItem(COSName.HEIGHT, entry(image, COSName.HEIGHT, COSName.H));
      try (InputStream decoded = stream.createInputStream()) {
        operator.setImageData(decoded.readAllBytes());
      }
    }
    image.removeItem(COSName.FILTER);
    image.removeItem(COSName.F);
    image.removeItem(COSName.DECODE_PARMS);
    image.removeItem(COSName.DP);
  }

  private static @Nullable COSBase entry(COSDictionary image, COSName name, COSName shortName) {
    return image.getDictionaryObject(name, shortName);
  }
}

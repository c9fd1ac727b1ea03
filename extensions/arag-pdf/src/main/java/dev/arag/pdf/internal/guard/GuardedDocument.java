package dev.arag.pdf.internal.guard;

import java.io.IOException;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSDocument;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.cos.ICOSParser;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.io.RandomAccessStreamCache;

/** A document whose streams are {@link GuardedStream}s. All data is kept in memory. */
final class GuardedDocument extends COSDocument {
  private final ICOSParser parser;
  private final WorkBudget budget;
  private final RandomAccessStreamCache cache;

  GuardedDocument(ICOSParser parser, WorkBudget budget) throws IOException {
    super(IOUtils.createMemoryOnlyStreamCache(), parser);
    this.parser = parser;
    this.budget = budget;
    this.cache = IOUtils.createMemoryOnlyStreamCache().create();
  }

  @Override
  public COSStream createCOSStream(COSDictionary dictionary, long start, long length)
      throws IOException {
    GuardedStream stream =
        new GuardedStream(cache, parser.createRandomAccessReadView(start, length), budget);
    dictionary.forEach(stream::setItem);
    stream.setKey(dictionary.getKey());
    return stream;
  }
}

package dev.arag.pdf.internal.guard;

import java.io.IOException;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.pdfparser.PDFParser;

/** Parses the structure of a file within a budget. */
public final class GuardedParser extends PDFParser {
  /** Heap use of an object, an array and a dictionary in bytes, not counting their contents. */
  private static final int OBJECT = 50;

  private static final int ARRAY = 80;
  private static final int DICTIONARY = 120;

  /** Heap use of one entry in the object tables, in bytes. */
  private static final int ENTRY = 120;

  private final WorkBudget budget;

  /**
   * @param password the user password or the owner password; empty if none is known
   */
  public GuardedParser(byte[] file, String password, WorkBudget budget) throws IOException {
    super(
        new RandomAccessReadBuffer(file),
        password,
        null,
        null,
        IOUtils.createMemoryOnlyStreamCache());
    this.budget = budget;
    document = new GuardedDocument(this, budget);
    budget.addObjectBytes(ENTRY * entries(file));
  }

  /**
   * Counts the byte sequences that look like an object or a cross-reference entry: an upper bound
   * for the entries in the object tables.
   */
  private static long entries(byte[] file) {
    long found = 0;
    for (int i = 3; i < file.length; i++) {
      boolean object = file[i] == 'j' && file[i - 1] == 'b' && file[i - 2] == 'o';
      boolean entry = file[i] == 'n' && file[i - 1] == ' ' && isDigit(file[i - 2]);
      found += (object && file[i - 3] != 'd') || entry ? 1 : 0;
    }
    return found;
  }

  private static boolean isDigit(byte unit) {
    return unit >= '0' && unit <= '9';
  }

  @Override
  protected COSBase parseDirObject() throws IOException {
    budget.addObjectBytes(OBJECT);
    return super.parseDirObject();
  }

  @Override
  protected COSArray parseCOSArray() throws IOException {
    budget.addObjectBytes(ARRAY);
    return super.parseCOSArray();
  }

  @Override
  protected COSDictionary parseCOSDictionary(boolean isDirect) throws IOException {
    budget.addObjectBytes(DICTIONARY);
    return super.parseCOSDictionary(isDirect);
  }
}

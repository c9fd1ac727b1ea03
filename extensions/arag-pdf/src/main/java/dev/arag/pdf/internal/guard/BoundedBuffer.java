package dev.arag.pdf.internal.guard;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.pdfbox.io.RandomAccessReadWriteBuffer;

/** Receives the output of a filter and counts each byte against the budget. */
final class BoundedBuffer extends OutputStream {
  private static final int MIN_BLOCK = 4 * 1024;
  private static final int MAX_BLOCK = 64 * 1024;

  private final RandomAccessReadWriteBuffer bytes;
  private final WorkBudget budget;
  private final long limit;
  private long length;

  /**
   * @param encoded the length of the stream before decoding, in bytes
   * @param limit the maximum length after decoding, in bytes
   */
  BoundedBuffer(WorkBudget budget, long encoded, long limit) {
    this.bytes = new RandomAccessReadWriteBuffer(block(encoded));
    this.budget = budget;
    this.limit = limit;
  }

  private static int block(long encoded) {
    return (int) Math.max(MIN_BLOCK, Math.min(MAX_BLOCK, encoded * 4));
  }

  @Override
  public void write(int unit) throws IOException {
    count(1);
    bytes.write(unit);
  }

  @Override
  public void write(byte[] from, int offset, int count) throws IOException {
    count(count);
    bytes.write(from, offset, count);
  }

  private void count(int more) throws IOException {
    length += more;
    budget.addDecodedBytes(more);
    budget.checkStream(length);
    if (length > limit) {
      throw new IOException("the decoded data of a stream is longer than " + limit + " bytes");
    }
  }

  /** Returns the bytes written so far, positioned at the start. */
  RandomAccessReadWriteBuffer read() throws IOException {
    bytes.seek(0);
    return bytes;
  }

  long length() {
    return length;
  }
}

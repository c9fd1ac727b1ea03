package dev.arag.pdf.internal.guard;

import java.io.IOException;
import java.util.function.LongConsumer;
import org.apache.pdfbox.io.RandomAccessRead;
import org.apache.pdfbox.io.RandomAccessReadView;

/**
 * A stream that estimates the heap use of the objects that PDFBox parses from it. Two bytes such as
 * {@code []} become an object of about a hundred bytes. Each object begins with one of a few
 * characters, or after white space. If such a byte occurs inside a string, the estimate is too
 * high, which is safe. Only reads of single bytes are counted, because PDFBox reads data that it
 * does not parse into objects, such as fonts, in bulk.
 */
final class MeteredInput implements RandomAccessRead {
  private static final int[] HEAP = heap();

  private final RandomAccessRead read;
  private final LongConsumer meter;
  private int last = ' ';

  MeteredInput(RandomAccessRead read, LongConsumer meter) {
    this.read = read;
    this.meter = meter;
  }

  /**
   * Returns the heap use of an object for each possible first byte, as measured on a 64-bit JVM.
   */
  private static int[] heap() {
    int[] heap = new int[256];
    for (char space : " \t\r\n\f\0".toCharArray()) {
      heap[space] = 80;
    }
    heap['['] = 120;
    heap['<'] = 80;
    heap['('] = 60;
    heap['/'] = 120;
    return heap;
  }

  @Override
  public int read() throws IOException {
    int unit = read.read();
    if (unit >= 0 && HEAP[unit] > 0 && (HEAP[unit] != HEAP[' '] || unit != last)) {
      meter.accept(HEAP[unit]);
    }
    last = unit;
    return unit;
  }

  @Override
  public int peek() throws IOException {
    return read.peek();
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    return read.read(bytes, offset, length);
  }

  @Override
  public long getPosition() throws IOException {
    return read.getPosition();
  }

  @Override
  public void seek(long position) throws IOException {
    read.seek(position);
  }

  @Override
  public void rewind(int bytes) throws IOException {
    read.rewind(bytes);
  }

  @Override
  public void skip(int length) throws IOException {
    read.skip(length);
  }

  @Override
  public long length() throws IOException {
    return read.length();
  }

  @Override
  public boolean isClosed() {
    return read.isClosed();
  }

  @Override
  public boolean isEOF() throws IOException {
    return read.isEOF();
  }

  @Override
  public int available() throws IOException {
    return read.available();
  }

  @Override
  public RandomAccessReadView createView(long start, long length) throws IOException {
    return read.createView(start, length);
  }

  @Override
  public void close() throws IOException {
    read.close();
  }
}

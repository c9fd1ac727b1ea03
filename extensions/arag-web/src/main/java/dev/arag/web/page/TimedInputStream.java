package dev.arag.web.page;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Limits the time of each read. */
final class TimedInputStream extends FilterInputStream {
  private final Watchdog watchdog;

  TimedInputStream(InputStream in, Watchdog watchdog) {
    super(in);
    this.watchdog = watchdog;
  }

  @Override
  public int read() throws IOException {
    try (Watchdog.Wait unused = watchdog.limit()) {
      return in.read();
    }
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    try (Watchdog.Wait unused = watchdog.limit()) {
      return in.read(bytes, offset, length);
    }
  }
}

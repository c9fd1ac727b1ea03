package dev.arag.web.page;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Keeps what was sent for one question, so that a reloaded page can show it again. It keeps whole
 * events only, and none after the limit.
 */
final class Recording {
  static final int MAX_BYTES = 1 << 20;
  private static final byte[] EVENT_END = {'\n', '\n'};

  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
  private boolean isFull;

  /** Returns a stream that writes to another one and records what it wrote. */
  OutputStream record(OutputStream out) {
    return new FilterOutputStream(out) {
      @Override
      public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
      }

      // The bytes are kept even if the client is gone, because a later page shows them.
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        keep(bytes, offset, length);
        out.write(bytes, offset, length);
      }
    };
  }

  private synchronized void keep(byte[] bytes, int offset, int length) {
    isFull |= sent.size() + length > MAX_BYTES;
    if (!isFull) {
      sent.write(bytes, offset, length);
    }
  }

  synchronized int length() {
    return sent.size();
  }

  /** The events up to the last whole one. */
  synchronized String events() {
    String text = sent.toString(StandardCharsets.UTF_8);
    int end = text.lastIndexOf(new String(EVENT_END, StandardCharsets.UTF_8));
    return end < 0 ? "" : text.substring(0, end + EVENT_END.length);
  }
}

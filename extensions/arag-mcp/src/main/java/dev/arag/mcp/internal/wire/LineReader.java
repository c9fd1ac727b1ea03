package dev.arag.mcp.internal.wire;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Reads lines of limited length. */
final class LineReader {
  private final InputStream in;
  private final int maxBytes;

  LineReader(InputStream in, int maxBytes) {
    this.in = new BufferedInputStream(in);
    this.maxBytes = maxBytes;
  }

  /** A line without its line feed. */
  static final class Line {
    private final byte[] bytes;
    private final boolean isTooLong;

    private Line(byte[] bytes, boolean isTooLong) {
      this.bytes = bytes;
      this.isTooLong = isTooLong;
    }

    /** The line, or its start if it is too long. */
    byte[] bytes() {
      return bytes;
    }

    boolean isTooLong() {
      return isTooLong;
    }

    boolean isBlank() {
      for (byte character : bytes) {
        if (character != ' ' && character != '\t' && character != '\r') {
          return false;
        }
      }
      return true;
    }
  }

  /** Returns the next line; empty at the end of the input. The rest of a long line is skipped. */
  Optional<Line> next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    boolean isTooLong = false;
    int next = in.read();
    if (next < 0) {
      return Optional.empty();
    }
    while (next >= 0 && next != '\n') {
      if (line.size() < maxBytes) {
        line.write(next);
      } else {
        isTooLong = true;
      }
      next = in.read();
    }
    return Optional.of(new Line(line.toByteArray(), isTooLong));
  }
}

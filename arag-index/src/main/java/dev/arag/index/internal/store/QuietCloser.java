package dev.arag.index.internal.store;

import java.io.Closeable;
import java.io.IOException;

/** Closes files that were opened only for reading, and ignores failures. */
final class QuietCloser {
  private QuietCloser() {}

  static void close(Closeable handle) {
    try {
      handle.close();
    } catch (IOException e) {
      // Nothing was written, so no data is lost.
    }
  }
}

package dev.arag.index.internal.store;

import java.io.Closeable;
import java.io.IOException;

/** Gives back what was only read. */
final class Handles {
  private Handles() {}

  static void close(Closeable handle) {
    try {
      handle.close();
    } catch (IOException e) {
      // Nothing was written through it, and the system takes it back in any case.
    }
  }
}

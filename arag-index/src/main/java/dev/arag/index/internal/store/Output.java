package dev.arag.index.internal.store;

import java.io.Closeable;
import java.io.IOException;

/** A file that is written sequentially. Not thread-safe. */
public interface Output extends Closeable {
  /** Appends bytes. */
  void write(byte[] bytes, int start, int count) throws IOException;

  /**
   * Makes all written bytes durable. If this method fails, the call must not be repeated: the
   * operating system may discard the unwritten bytes, and a second call would succeed without
   * writing them.
   */
  void force() throws IOException;
}

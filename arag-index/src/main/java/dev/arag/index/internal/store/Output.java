package dev.arag.index.internal.store;

import java.io.Closeable;
import java.io.IOException;

/** A file that is written sequentially. Not thread-safe. */
public interface Output extends Closeable {
  /** Appends bytes. */
  void write(byte[] bytes, int start, int count) throws IOException;

  /** Makes all written bytes durable. A failure is final and must not be retried. */
  void force() throws IOException;
}

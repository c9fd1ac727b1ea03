package dev.arag.index.internal.store;

import java.io.Closeable;
import java.io.IOException;

/** A file being written, from front to back. For one thread. */
public interface Output extends Closeable {
  /** Appends bytes. */
  void write(byte[] bytes, int start, int count) throws IOException;

  /** Makes all that was written durable. A failure is final: it must not be tried again. */
  void force() throws IOException;
}

package dev.arag.index.spi;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one source, which are read one after the other. Nothing is returned for a file
 * that is deleted before it is read. A document from an earlier run therefore no longer exists if
 * no entry has its id, and if neither its id nor one of its parent folders is unreadable. Not
 * thread-safe; the thread that reads the entries must also close them.
 */
public interface SourceEntries extends AutoCloseable {
  /**
   * Reads the next entry.
   *
   * @return the entry; null at the end of the source
   * @throws IOException if the source does not exist
   * @throws InterruptedException if the thread was interrupted
   */
  @Nullable SourceEntry next() throws IOException, InterruptedException;

  @Override
  void close();
}

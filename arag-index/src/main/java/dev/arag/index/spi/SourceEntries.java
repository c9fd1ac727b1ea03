package dev.arag.index.spi;

import java.io.IOException;
import java.util.Optional;

/**
 * The entries of one source, which are read one after the other. There is no entry for a file that
 * is deleted before it is read. A stored document therefore no longer exists in the source if no
 * entry has its id, and if no {@link SourceEntry.Unreadable} has its id or the id of a folder or
 * file that contains it. Not thread-safe; the thread that reads the entries must also close them.
 */
public interface SourceEntries extends AutoCloseable {
  /**
   * Reads the next entry.
   *
   * @return the entry; empty at the end of the source
   * @throws IOException if the source does not exist
   * @throws InterruptedException if the thread was interrupted
   */
  Optional<SourceEntry> next() throws IOException, InterruptedException;

  @Override
  void close();
}

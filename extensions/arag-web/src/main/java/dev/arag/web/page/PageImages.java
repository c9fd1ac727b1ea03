package dev.arag.web.page;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Draws pages of the files that documents were read from, such as those of PDFs. Implementations
 * must be thread-safe; {@link PageServer} draws one page at a time, on a thread that it interrupts
 * after 30 seconds.
 */
@FunctionalInterface
public interface PageImages {
  /**
   * Draws a page as a viewer shows it, with its rotation applied.
   *
   * @param file the file, which the method only reads
   * @param page the number of the page, from 1
   * @return a PNG image of the whole page
   * @throws dev.arag.index.spi.UnreadableSourceException if the page cannot be drawn; the message
   *     begins in lower case, as in reports of a sync
   * @throws IOException if the file cannot be read
   */
  byte[] draw(Path file, int page) throws IOException;
}

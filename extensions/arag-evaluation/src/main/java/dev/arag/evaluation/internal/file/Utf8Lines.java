package dev.arag.evaluation.internal.file;

import dev.arag.core.error.CorpusException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads the lines of a UTF-8 text file. */
public final class Utf8Lines {
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private Utf8Lines() {}

  /**
   * Returns all lines, without a byte order mark.
   *
   * @throws CorpusException if the file cannot be read
   */
  public static List<String> read(Path file) {
    try {
      String text = Files.readString(file);
      return (text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text).lines().toList();
    } catch (IOException e) {
      throw new CorpusException("The file " + file + " cannot be read.", e);
    }
  }
}

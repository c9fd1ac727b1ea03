package dev.arag.evaluation.data;

import dev.arag.core.error.AragException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Thrown when a file of an evaluation has invalid content. The message names the file and line. */
public final class DataFileException extends AragException {
  DataFileException(Path file, long line, String problem, @Nullable Throwable cause) {
    super(file + ", line " + line + ": " + problem, cause);
  }

  /**
   * Creates the exception for one line.
   *
   * @param line the one-based number of the line
   * @param problem what is wrong and what is expected, as a sentence
   */
  public DataFileException(Path file, long line, String problem) {
    this(file, line, problem, null);
  }
}

package dev.arag.evaluation.internal.file;

import dev.arag.core.error.CorpusException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A line of a file.
 *
 * @param number the one-based number
 */
public record FileLine(Path file, long number) {
  /**
   * Returns the exception for this line.
   *
   * @param problem what is wrong and what is expected, as a sentence
   */
  public CorpusException error(String problem) {
    return error(problem, null);
  }

  public CorpusException error(String problem, @Nullable Throwable cause) {
    return new CorpusException(file + ", line " + number + ": " + problem, cause);
  }
}

package dev.arag.index.source;

import dev.arag.core.error.AragException;

/**
 * Thrown if another source of the same sync has the same name, or if a source without a set name
 * has the same default name as a source at another path. To solve this, set a name with {@link
 * Source#name}.
 */
public final class SourceNameException extends AragException {
  /**
   * @param message names the source and, if the name belongs to another path, the paths, and says
   *     how to solve the conflict
   */
  public SourceNameException(String message) {
    super(message);
  }
}

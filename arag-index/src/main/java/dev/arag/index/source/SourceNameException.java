package dev.arag.index.source;

import dev.arag.core.error.AragException;

/**
 * Thrown if two sources of a sync have the same name, or if the index already uses the default name
 * of a source for another path. To solve this, set a name with {@link Source#name}.
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

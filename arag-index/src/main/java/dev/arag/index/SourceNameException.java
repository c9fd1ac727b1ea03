package dev.arag.index;

/**
 * Thrown if another source of the same sync has the same name, or if the index already uses the
 * name for another path.
 */
public final class SourceNameException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception with a message that names both sources. */
  public SourceNameException(String message) {
    super(message);
  }
}

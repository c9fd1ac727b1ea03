package dev.arag.index.source;

/**
 * Thrown if another source of the same sync has the same name, or if a source without a set name
 * has the same default name as a source at another path. To solve it, set a name with {@link
 * Source#name}.
 */
public final class SourceNameException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception with a message that names both sources. */
  public SourceNameException(String message) {
    super(message);
  }
}

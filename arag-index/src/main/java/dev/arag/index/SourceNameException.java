package dev.arag.index;

/** The name of a source is taken by another source of the sync, or by another path in the index. */
public final class SourceNameException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception with the two sources in its message. */
  public SourceNameException(String message) {
    super(message);
  }
}

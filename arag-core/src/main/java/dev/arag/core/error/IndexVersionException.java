package dev.arag.core.error;

/** Thrown when the index has a format that this version of the library cannot read. */
public final class IndexVersionException extends CorpusException {
  private final boolean isTooOld;

  /**
   * @param isTooOld true if the format is older than this version of the library can read, so that
   *     the index must be rebuilt; false if a newer version of the library wrote the index
   */
  public IndexVersionException(String message, boolean isTooOld) {
    super(message);
    this.isTooOld = isTooOld;
  }

  /**
   * Whether the format is too old for this version of the library. Otherwise, only a newer version
   * can read the index.
   */
  public boolean isTooOld() {
    return isTooOld;
  }
}

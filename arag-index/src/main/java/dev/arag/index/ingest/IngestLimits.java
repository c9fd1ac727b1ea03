package dev.arag.index.ingest;

/**
 * How large a source may be.
 *
 * @param fileBytes the longest file, in bytes, at least 1
 * @param textLength the longest extracted text, in UTF-16 units, at least 1
 */
public record IngestLimits(int fileBytes, int textLength) {
  private static final IngestLimits DEFAULTS = new IngestLimits(50 * 1024 * 1024, 20_000_000);

  public IngestLimits {
    if (fileBytes < 1 || textLength < 1) {
      throw new IllegalArgumentException(
          "Limits must be >= 1, were " + fileBytes + " bytes and " + textLength + " characters");
    }
  }

  /** 50 MiB of file, 20 million characters of text. */
  public static IngestLimits defaults() {
    return DEFAULTS;
  }

  void checkText(int length) {
    if (length > textLength) {
      throw new UnreadableSourceException(
          "its text is longer than " + textLength + " characters; split the file");
    }
  }
}

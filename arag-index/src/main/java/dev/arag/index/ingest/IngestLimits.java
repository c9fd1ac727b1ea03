package dev.arag.index.ingest;

import java.io.IOException;
import java.io.InputStream;

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

  /**
   * Reads a stream whole. One byte more than allowed is read, so a file that grows meanwhile is
   * noticed too. The stream is not closed.
   *
   * @throws UnreadableSourceException if it is longer than {@link #fileBytes}
   */
  public byte[] read(InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(fileBytes == Integer.MAX_VALUE ? fileBytes : fileBytes + 1);
    if (bytes.length > fileBytes) {
      throw tooLong();
    }
    return bytes;
  }

  UnreadableSourceException tooLong() {
    return new UnreadableSourceException(
        "the file is longer than " + fileBytes + " bytes; split it");
  }

  /**
   * Refuses a text that is too long; meant to be asked while it grows.
   *
   * @param length what there is of it, in UTF-16 units
   * @throws UnreadableSourceException if that is more than {@link #textLength}
   */
  public void checkText(int length) {
    if (length > textLength) {
      throw new UnreadableSourceException(
          "its text is longer than " + textLength + " characters; split the file");
    }
  }
}

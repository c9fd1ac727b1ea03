package dev.arag.index.spi;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * Limits on the resources that a file may use.
 *
 * @param fileBytes the maximum length of a file, in bytes; at least 1
 * @param textLength the maximum length of the extracted text, in UTF-16 units; at least 1
 * @param parseTime the maximum time for parsing one file; more than zero
 */
public record IngestLimits(int fileBytes, int textLength, Duration parseTime) {
  private static final Duration DEFAULT_PARSE_TIME = Duration.ofSeconds(30);
  private static final IngestLimits DEFAULTS = new IngestLimits(50 * 1024 * 1024, 20_000_000);

  public IngestLimits {
    if (fileBytes < 1 || textLength < 1) {
      throw new IllegalArgumentException(
          "Limits must be >= 1, were " + fileBytes + " bytes and " + textLength + " characters");
    }
    if (requireNonNull(parseTime, "parseTime").isNegative() || parseTime.isZero()) {
      throw new IllegalArgumentException("parseTime must be more than zero, was " + parseTime);
    }
  }

  /** Creates limits with the default parse time of 30 seconds. */
  public IngestLimits(int fileBytes, int textLength) {
    this(fileBytes, textLength, DEFAULT_PARSE_TIME);
  }

  /** Returns the default limits: files of 50 MiB, texts of 20 million UTF-16 units, 30 seconds. */
  public static IngestLimits defaults() {
    return DEFAULTS;
  }

  /** Returns a copy of these limits with another parse time. */
  public IngestLimits withParseTime(Duration parseTime) {
    return new IngestLimits(fileBytes, textLength, parseTime);
  }

  /**
   * Reads a whole stream without closing it. This method tries to read one byte more than the limit
   * to detect a stream that is too long.
   *
   * @throws UnreadableSourceException if the stream is longer than {@link #fileBytes}
   */
  public byte[] read(InputStream in) throws IOException {
    requireNonNull(in, "in");
    byte[] bytes = in.readNBytes(fileBytes == Integer.MAX_VALUE ? fileBytes : fileBytes + 1);
    checkFile(bytes.length);
    return bytes;
  }

  /**
   * Checks the length of a file.
   *
   * @param length the length of the file, in bytes
   * @throws UnreadableSourceException if the length is more than {@link #fileBytes}
   */
  public void checkFile(long length) {
    if (length > fileBytes) {
      throw new UnreadableSourceException(
          "the file is longer than " + fileBytes + " bytes; split the file");
    }
  }

  /**
   * Checks the length of a text. Parsers should call this method while they append text.
   *
   * @param length the current length of the text, in UTF-16 units
   * @throws UnreadableSourceException if the length is more than {@link #textLength}
   */
  public void checkText(long length) {
    if (length > textLength) {
      throw new UnreadableSourceException(
          "its text is longer than " + textLength + " characters; split the file");
    }
  }
}

package dev.arag.index.ingest;

import java.io.IOException;
import java.io.InputStream;

/** Reads a stream whole, within a limit. */
final class SourceBytes {
  private SourceBytes() {}

  /** One byte more than allowed is read, so a file that grows meanwhile is noticed too. */
  static byte[] read(InputStream in, IngestLimits limits) throws IOException {
    byte[] bytes = in.readNBytes(limits.fileBytes() + 1);
    if (bytes.length > limits.fileBytes()) {
      throw tooLong(limits);
    }
    return bytes;
  }

  static UnreadableSourceException tooLong(IngestLimits limits) {
    return new UnreadableSourceException(
        "the file is longer than " + limits.fileBytes() + " bytes; split it");
  }
}

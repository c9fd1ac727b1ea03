package dev.arag.tika.internal.format;

import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.tika.internal.text.CollectedText;
import java.io.ByteArrayInputStream;
import org.apache.tika.parser.microsoft.rtf.RTFParser;

/** Reads Rich Text Format. */
final class RichText {
  private RichText() {}

  static void read(byte[] bytes, CollectedText reading) throws Exception {
    new RTFParser()
        .parse(
            new ByteArrayInputStream(RichTextHeader.end(bytes)),
            reading.events(),
            reading.metadata(),
            reading.context());
    if (reading.text().isEmpty()) {
      throw new UnreadableSourceException("no text was found in it; save it as .docx");
    }
    if (!isComplete(bytes)) {
      reading.warn("its end is missing: it is truncated");
    }
  }

  /**
   * Whether the file ends with a closing brace, optionally followed by white space or zero bytes.
   */
  private static boolean isComplete(byte[] bytes) {
    int last = bytes.length - 1;
    while (last > 0 && bytes[last] <= ' ' && bytes[last] >= 0) {
      last--;
    }
    return bytes[last] == '}';
  }
}

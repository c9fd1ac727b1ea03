package dev.arag.index.internal.ingest;

import dev.arag.index.spi.UnreadableSourceException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Rejects content that is not text. Recognizes file signatures and control characters. */
public final class BinaryContent {
  /** Content is not text if more than one in this number of characters is a control character. */
  private static final int CONTROL_SHARE = 100;

  private static final Map<String, String> SIGNATURES = signatures();

  private BinaryContent() {}

  private static Map<String, String> signatures() {
    Map<String, String> signatures = new LinkedHashMap<>();
    signatures.put("%PDF-", "a PDF; rename it to .pdf and add Source.parser(new PdfParser())");
    signatures.put("PK\u0003\u0004", "a zip archive or an office document");
    signatures.put("\u001F\u008B", "a gzip archive");
    signatures.put("7z\u00BC\u00AF", "a 7z archive");
    signatures.put("\u0089PNG", "a PNG image");
    signatures.put("\u00FF\u00D8\u00FF", "a JPEG image");
    signatures.put("GIF89a", "a GIF image");
    signatures.put("\u007FELF", "a program");
    signatures.put("\u00CA\u00FE\u00BA\u00BE", "a program");
    signatures.put("\u00D0\u00CF\u0011\u00E0", "an old office document");
    signatures.put("SQLite format 3\u0000", "a database");
    return signatures;
  }

  public static void check(byte[] bytes) {
    String head = new String(bytes, 0, Math.min(16, bytes.length), StandardCharsets.ISO_8859_1);
    for (Map.Entry<String, String> signature : SIGNATURES.entrySet()) {
      if (head.startsWith(signature.getKey())) {
        throw new UnreadableSourceException("its content is " + signature.getValue());
      }
    }
  }

  public static void check(String text) {
    long controls = 0;
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (unit == 0) {
        throw new UnreadableSourceException("its content is binary (it has NUL characters)");
      }
      controls += isControl(unit) ? 1 : 0;
    }
    if (controls * CONTROL_SHARE > text.length()) {
      throw new UnreadableSourceException(
          "its content is binary (" + controls + " control characters)");
    }
  }

  private static boolean isControl(char unit) {
    boolean spacing = unit >= '\t' && unit <= '\r';
    return !spacing && (unit < ' ' || unit == 0x7F);
  }
}

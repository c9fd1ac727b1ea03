package dev.arag.tika.internal.zip;

import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.tika.internal.text.CollectedText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Reads the formats that are zip archives: Office files since 2007, OpenDocument and EPUB. */
public final class ZipFormats {
  private ZipFormats() {}

  public static void read(byte[] bytes, CollectedText reading) throws Exception {
    try (Archive archive = Archive.open(bytes, reading.limits())) {
      read(archive, reading);
    }
  }

  private static void read(Archive archive, CollectedText reading) throws Exception {
    String type = declaredType(archive, reading);
    if (archive.has("[Content_Types].xml")) {
      OfficeXml.read(archive, reading);
    } else if (type.startsWith("application/epub") || archive.has("META-INF/container.xml")) {
      new Epub(archive, reading).read();
    } else if (type.startsWith("application/vnd.oasis") || archive.has("content.xml")) {
      OpenDocument.read(archive, type, reading);
    } else {
      throw new UnreadableSourceException(
          "its content is a zip archive; unpack it and index its files");
    }
  }

  private static String declaredType(Archive archive, CollectedText reading) throws IOException {
    byte[] type = archive.part("mimetype", reading.limits());
    return type == null ? "" : new String(type, StandardCharsets.US_ASCII).strip();
  }
}

package dev.arag.tika.internal.zip;

import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.tika.internal.text.CollectedText;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.tika.detect.microsoft.ooxml.OPCPackageDetector;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.Office;
import org.apache.tika.mime.MediaType;
import org.apache.tika.parser.microsoft.ooxml.OOXMLParser;
import org.apache.tika.parser.microsoft.ooxml.OPCPackageWrapper;

/** Reads Word, PowerPoint and Excel files in the formats introduced in 2007. */
final class OfficeXml {
  private OfficeXml() {}

  static void read(Archive archive, CollectedText reading) throws Exception {
    OPCPackage parts = OPCPackage.open(new OfficeParts(archive, reading.limits()));
    try (TikaInputStream in = TikaInputStream.get(new byte[] {'P'})) {
      MediaType type = OPCPackageDetector.detectOfficeOpenXML(parts);
      String name = type == null ? "" : type.getSubtype();
      if (name.contains("presentationml") || name.startsWith("vnd.ms-powerpoint")) {
        new Slides(parts, reading).read();
      } else if (name.contains("wordprocessingml") || name.startsWith("vnd.ms-word")) {
        WordParts.read(parts, reading);
      } else if (name.contains("spreadsheetml") || name.startsWith("vnd.ms-excel")) {
        reading.metadata().set(Metadata.CONTENT_TYPE, String.valueOf(type));
        if (name.contains("binary")) {
          in.setOpenContainer(new OPCPackageWrapper(parts));
          new OOXMLParser().parse(in, reading.events(), reading.metadata(), reading.context());
        } else {
          Sheets.read(parts, reading);
        }
        warnOfHidden(reading);
      } else {
        throw new UnreadableSourceException(
            "its content is an office file of an unsupported type ("
                + name
                + "); save it as .docx, .pptx, .xlsx or .pdf");
      }
    } finally {
      parts.revert();
    }
  }

  private static void warnOfHidden(CollectedText reading) {
    boolean sheets =
        "true".equals(reading.metadata().get(Office.HAS_HIDDEN_SHEETS))
            || "true".equals(reading.metadata().get(Office.HAS_VERY_HIDDEN_SHEETS));
    if (sheets) {
      reading.warn("it has hidden sheets, which were also read");
    }
  }
}

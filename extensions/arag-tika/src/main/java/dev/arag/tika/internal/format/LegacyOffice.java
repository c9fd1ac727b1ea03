package dev.arag.tika.internal.format;

import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.tika.internal.text.CollectedText;
import dev.arag.tika.internal.text.ParseFailures;
import java.io.ByteArrayInputStream;
import java.util.EnumSet;
import java.util.Set;
import org.apache.poi.poifs.filesystem.DirectoryNode;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.microsoft.OfficeParser;
import org.apache.tika.parser.microsoft.OfficeParser.POIFSDocumentType;
import org.apache.tika.parser.microsoft.OfficeParserConfig;

/** Reads Word, Excel and PowerPoint files in the formats of 1997 to 2003, and Outlook messages. */
final class LegacyOffice {
  private static final Set<POIFSDocumentType> READ =
      EnumSet.of(
          POIFSDocumentType.WORDDOCUMENT,
          POIFSDocumentType.WORKBOOK,
          POIFSDocumentType.POWERPOINT,
          POIFSDocumentType.OUTLOOK);

  private static final Set<POIFSDocumentType> PROTECTED =
      EnumSet.of(POIFSDocumentType.ENCRYPTED, POIFSDocumentType.DRMENCRYPTED);

  private LegacyOffice() {}

  static void read(byte[] bytes, CollectedText reading) throws Exception {
    try (POIFSFileSystem files = new POIFSFileSystem(new ByteArrayInputStream(bytes));
        TikaInputStream in = TikaInputStream.get(bytes)) {
      requireReadable(files.getRoot());
      in.setOpenContainer(files);
      ParseContext context = reading.context();
      context.get(OfficeParserConfig.class).setIncludeMissingRows(true);
      new OfficeParser().parse(in, reading.events(), reading.metadata(), context);
    }
  }

  /**
   * Rejects encrypted files, because Tika would try a well-known password and read the decrypted
   * data without limits.
   */
  private static void requireReadable(DirectoryNode root) {
    POIFSDocumentType type = POIFSDocumentType.detectType(root);
    if (PROTECTED.contains(type) || root.hasEntry("EncryptedPackage")) {
      throw ParseFailures.protectedByPassword();
    }
    if (!READ.contains(type)) {
      throw new UnreadableSourceException(
          "its content is an old office file of an unsupported type ("
              + type
              + "); save it as .docx, .pptx, .xlsx or .pdf");
    }
  }
}

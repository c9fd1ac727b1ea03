package dev.arag.tika.internal.zip;

import dev.arag.tika.internal.text.CollectedText;
import dev.arag.tika.internal.text.ParseFailures;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.parser.Parser;
import org.apache.tika.parser.odf.OpenDocumentContentParser;
import org.apache.tika.parser.odf.OpenDocumentMetaParser;
import org.apache.tika.utils.XMLReaderUtils;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Reads OpenDocument text documents, spreadsheets and presentations. Headers and footers are
 * appended at the end.
 */
final class OpenDocument {
  private OpenDocument() {}

  static void read(Archive archive, String type, CollectedText reading) throws Exception {
    reading.metadata().set(Metadata.CONTENT_TYPE, type);
    byte[] manifest = archive.part("META-INF/manifest.xml", reading.limits());
    if (manifest != null
        && new String(manifest, StandardCharsets.UTF_8).contains("encryption-data")) {
      throw ParseFailures.protectedByPassword();
    }
    parsePart(archive, "meta.xml", new OpenDocumentMetaParser(), reading, new DefaultHandler());
    byte[] sheets =
        type.contains("spreadsheet") ? archive.part("content.xml", reading.limits()) : null;
    if (sheets != null) {
      DefaultHandler handler = new OpenDocumentSheets(reading);
      XMLReaderUtils.parseSAX(new ByteArrayInputStream(sheets), handler, reading.context());
    } else {
      parsePart(archive, "content.xml", new OpenDocumentContentParser(), reading, reading.events());
    }
    parsePart(archive, "styles.xml", new OpenDocumentContentParser(), reading, reading.events());
  }

  private static void parsePart(
      Archive archive, String part, Parser parser, CollectedText reading, DefaultHandler to)
      throws Exception {
    byte[] bytes = archive.part(part, reading.limits());
    if (bytes != null) {
      parser.parse(new ByteArrayInputStream(bytes), to, reading.metadata(), reading.context());
    }
  }
}

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
import org.xml.sax.Attributes;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Reads OpenDocument text documents, spreadsheets and presentations. Headers and footers are
 * appended at the end.
 */
final class OpenDocument {
  private static final String TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0";

  private OpenDocument() {}

  static void read(Archive archive, String type, CollectedText reading) throws Exception {
    reading.metadata().set(Metadata.CONTENT_TYPE, type);
    byte[] manifest = archive.part("META-INF/manifest.xml", reading.limits());
    if (manifest != null
        && new String(manifest, StandardCharsets.UTF_8).contains("encryption-data")) {
      throw ParseFailures.protectedByPassword();
    }
    if (type.contains("spreadsheet")) {
      readSheetNames(archive, reading);
    }
    parsePart(archive, "meta.xml", new OpenDocumentMetaParser(), reading, new DefaultHandler());
    parsePart(archive, "content.xml", new OpenDocumentContentParser(), reading, reading.events());
    parsePart(archive, "styles.xml", new OpenDocumentContentParser(), reading, reading.events());
  }

  /** Reads the names before the sheets, because Tika's parser omits them. */
  private static void readSheetNames(Archive archive, CollectedText reading) throws Exception {
    byte[] bytes = archive.part("content.xml", reading.limits());
    DefaultHandler names =
        new DefaultHandler() {
          @Override
          public void startElement(String uri, String local, String name, Attributes attributes) {
            if (uri.equals(TABLE) && local.equals("table")) {
              reading.events().sheet(String.valueOf(attributes.getValue(uri, "name")));
            }
          }
        };
    if (bytes != null) {
      XMLReaderUtils.parseSAX(new ByteArrayInputStream(bytes), names, reading.context());
    }
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

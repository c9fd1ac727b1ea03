package dev.arag.connect.internal.site;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * A sitemap, or an index of sitemaps.
 *
 * @param isIndex whether the locations are sitemaps
 */
record Sitemap(boolean isIndex, List<Location> locations) {
  /** The maximum length without compression, in bytes. */
  static final int MAX_BYTES = 50 * 1024 * 1024;

  /** The format allows 50,000. */
  private static final int MAX_LOCATIONS = 50_000;

  /**
   * @param lastmod the date of the last change as the sitemap writes it; null if there is none
   */
  record Location(String address, @Nullable String lastmod) {}

  /**
   * Parses a sitemap, which may be compressed with gzip. Document type definitions are ignored, so
   * that there are no entities.
   *
   * @throws IOException if it is not a valid sitemap, or too long
   */
  static Sitemap parse(byte[] body) throws IOException {
    byte[] xml = isGzip(body) ? unzip(body) : body;
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    try {
      XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(xml));
      try {
        return parse(reader);
      } finally {
        reader.close();
      }
    } catch (XMLStreamException e) {
      throw new IOException("it is not valid XML: " + e.getMessage(), e);
    }
  }

  private static boolean isGzip(byte[] body) {
    return body.length > 1 && body[0] == 0x1F && body[1] == (byte) 0x8B;
  }

  private static byte[] unzip(byte[] body) throws IOException {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
      byte[] xml = in.readNBytes(MAX_BYTES + 1);
      if (xml.length > MAX_BYTES) {
        throw new IOException("it is longer than " + MAX_BYTES + " bytes");
      }
      return xml;
    }
  }

  private static Sitemap parse(XMLStreamReader reader) throws XMLStreamException, IOException {
    reader.nextTag();
    String root = reader.getLocalName();
    if (!root.equals("urlset") && !root.equals("sitemapindex")) {
      throw new IOException("it is not a sitemap: its root element is " + root);
    }
    List<Location> locations = new ArrayList<>();
    while (reader.nextTag() == XMLStreamReader.START_ELEMENT) {
      Location location = location(reader);
      if (location != null) {
        locations.add(location);
      }
      if (locations.size() > MAX_LOCATIONS) {
        throw new IOException("it has more than " + MAX_LOCATIONS + " addresses");
      }
    }
    // What follows the root element must be well-formed, too: the file may have been cut.
    while (reader.hasNext()) {
      reader.next();
    }
    return new Sitemap(root.equals("sitemapindex"), locations);
  }

  /** Reads one element to its end; the elements of extensions are below its children. */
  private static @Nullable Location location(XMLStreamReader reader) throws XMLStreamException {
    String address = null;
    String lastmod = null;
    int depth = 1;
    while (depth > 0) {
      int event = reader.next();
      boolean isChild = event == XMLStreamReader.START_ELEMENT && depth == 1;
      if (isChild && reader.getLocalName().equals("loc")) {
        address = reader.getElementText().strip();
      } else if (isChild && reader.getLocalName().equals("lastmod")) {
        lastmod = reader.getElementText().strip();
      } else if (event == XMLStreamReader.START_ELEMENT) {
        depth++;
      } else if (event == XMLStreamReader.END_ELEMENT) {
        depth--;
      }
    }
    boolean hasDate = lastmod != null && !lastmod.isEmpty();
    return address == null || address.isEmpty()
        ? null
        : new Location(address, hasDate ? lastmod : null);
  }
}

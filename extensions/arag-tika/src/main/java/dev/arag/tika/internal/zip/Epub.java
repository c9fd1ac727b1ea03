package dev.arag.tika.internal.zip;

import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.index.spi.text.DecodedText;
import dev.arag.tika.internal.text.CollectedText;
import dev.arag.tika.internal.text.ParseFailures;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.tika.utils.XMLReaderUtils;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Reads the chapters of an e-book in reading order. Chapters are parsed as HTML, because an XML
 * parser would drop named entities.
 */
final class Epub {
  private static final String CONTAINER = "META-INF/container.xml";

  /** Maps the property names used in EPUB files to those of this library. */
  private static final Map<String, String> PROPERTY_NAMES =
      Map.of(
          "title", "title",
          "creator", "author",
          "date", "created",
          "language", "language",
          "subject", "keywords",
          "description", "description");

  private final Archive archive;
  private final CollectedText reading;

  Epub(Archive archive, CollectedText reading) {
    this.archive = archive;
    this.reading = reading;
  }

  void read() throws Exception {
    String path = contentsPath();
    Contents contents = new Contents();
    parse(require(path), contents);
    contents.properties.forEach(reading.properties()::add);
    Set<String> chapters = new LinkedHashSet<>();
    for (String reference : contents.order) {
      String chapter = contents.files.get(reference);
      if (chapter != null) {
        chapters.add(resolve(path, chapter));
      }
    }
    for (String chapter : chapters) {
      appendChapter(chapter);
    }
  }

  private void appendChapter(String path) throws IOException {
    byte[] chapter = archive.part(path, reading.limits());
    if (chapter == null) {
      reading.warn("its chapter " + path + " is missing");
    } else {
      ParseFailures.stopIfInterrupted();
      reading.text().html(DecodedText.of(chapter).text());
    }
  }

  private String contentsPath() throws Exception {
    if (archive.has("META-INF/rights.xml") || archive.has("META-INF/sinf.xml")) {
      throw new UnreadableSourceException("it is protected against copying (DRM)");
    }
    String[] found = new String[1];
    parse(
        require(CONTAINER),
        new DefaultHandler() {
          @Override
          public void startElement(String uri, String local, String name, Attributes attributes) {
            if (local.equals("rootfile") && found[0] == null) {
              found[0] = attributes.getValue("full-path");
            }
          }
        });
    return require(found[0], "its content is damaged: it has no list of chapters");
  }

  private static String require(@Nullable String value, String reason) {
    if (value == null) {
      throw new UnreadableSourceException(reason);
    }
    return value;
  }

  private byte[] require(String path) throws IOException {
    byte[] part = archive.part(path, reading.limits());
    if (part == null) {
      throw new UnreadableSourceException("its content is damaged: " + path + " is missing");
    }
    return part;
  }

  private void parse(byte[] xml, DefaultHandler handler) throws Exception {
    XMLReaderUtils.parseSAX(new ByteArrayInputStream(xml), handler, reading.context());
  }

  /**
   * Resolves a path relative to the contents file. The result may point outside the archive. This
   * is harmless, because no archive entry has such a name.
   */
  private static String resolve(String contents, String reference) {
    try {
      URI uri = new URI(reference);
      URI base = new URI(null, null, "/" + contents, null);
      String path = uri.getScheme() == null ? base.resolve(uri).getPath() : null;
      return path == null || path.isEmpty() ? reference : path.substring(1);
    } catch (URISyntaxException e) {
      return contents.substring(0, contents.lastIndexOf('/') + 1) + reference;
    }
  }

  /** The manifest of the book: the files by id, the reading order and the properties. */
  private static final class Contents extends DefaultHandler {
    private final Map<String, String> files = new HashMap<>();
    private final Set<String> order = new LinkedHashSet<>();
    private final Map<String, List<String>> properties = new LinkedHashMap<>();
    private final StringBuilder text = new StringBuilder();

    @Override
    public void startElement(String uri, String local, String name, Attributes attributes) {
      text.setLength(0);
      String id = attributes.getValue("id");
      String href = attributes.getValue("href");
      String reference = attributes.getValue("idref");
      if (local.equals("item") && id != null && href != null && isPage(attributes)) {
        files.put(id, href);
      } else if (local.equals("itemref") && reference != null) {
        order.add(reference);
      }
    }

    private static boolean isPage(Attributes attributes) {
      String type = String.valueOf(attributes.getValue("media-type")).toLowerCase(Locale.ROOT);
      return type.contains("html") || type.equals("text/x-oeb1-document");
    }

    @Override
    public void characters(char[] units, int start, int length) {
      text.append(units, start, length);
    }

    @Override
    public void endElement(String uri, String local, String name) {
      String key = PROPERTY_NAMES.get(local);
      if (key != null && uri.startsWith("http://purl.org/dc/")) {
        properties.computeIfAbsent(key, any -> new ArrayList<>()).add(text.toString());
      }
      text.setLength(0);
    }
  }
}

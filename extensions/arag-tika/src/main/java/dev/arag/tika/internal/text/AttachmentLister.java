package dev.arag.tika.internal.text;

import java.io.InputStream;
import java.util.Set;
import org.apache.tika.extractor.EmbeddedDocumentExtractor;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.metadata.TikaCoreProperties.EmbeddedResourceType;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ContentHandler;

/** Lists the names of embedded files without opening them. Pictures and macros are ignored. */
final class AttachmentLister implements EmbeddedDocumentExtractor {
  private static final Set<String> NOT_NAMED =
      Set.of(
          EmbeddedResourceType.INLINE.toString(),
          EmbeddedResourceType.MACRO.toString(),
          EmbeddedResourceType.METADATA.toString(),
          EmbeddedResourceType.FONT.toString(),
          EmbeddedResourceType.RENDERING.toString(),
          EmbeddedResourceType.THUMBNAIL.toString());

  private static final Set<String> PICTURES =
      Set.of(
          "bmp", "emf", "gif", "jfif", "jpeg", "jpg", "pict", "png", "svg", "tif", "tiff", "wmf");

  private final CollectedText reading;

  AttachmentLister(CollectedText reading) {
    this.reading = reading;
  }

  @Override
  public boolean shouldParseEmbedded(Metadata embedded) {
    String name = lastName(embedded.get(TikaCoreProperties.RESOURCE_NAME_KEY));
    String kind = String.valueOf(embedded.get(TikaCoreProperties.EMBEDDED_RESOURCE_TYPE));
    String type = String.valueOf(embedded.get(Metadata.CONTENT_TYPE));
    if (name != null && !NOT_NAMED.contains(kind) && !isPicture(name, type)) {
      reading.attachment(name);
    }
    return false;
  }

  private static boolean isPicture(String name, String type) {
    String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(java.util.Locale.ROOT);
    return type.startsWith("image/") || PICTURES.contains(ending);
  }

  private static @Nullable String lastName(@Nullable String path) {
    if (path == null) {
      return null;
    }
    String name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    return name.isBlank() ? null : name.strip();
  }

  @Override
  public void parseEmbedded(
      InputStream stream, ContentHandler handler, Metadata embedded, boolean outputHtml) {
    throw new IllegalStateException("Embedded files must not be opened.");
  }
}

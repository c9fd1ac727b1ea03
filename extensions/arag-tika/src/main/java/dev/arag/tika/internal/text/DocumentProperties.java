package dev.arag.tika.internal.text;

import dev.arag.core.internal.string.Truncation;
import dev.arag.core.text.Document;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.tika.metadata.Message;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.Office;
import org.apache.tika.metadata.TikaCoreProperties;

/**
 * The properties of a file. They become the document's title and its metadata under {@code doc.}
 * keys.
 */
public final class DocumentProperties {
  /** The maximum length of a value, in UTF-16 units. */
  private static final int MAX_LENGTH = 1000;

  private static final int MAX_VALUES = 100;

  private static final Pattern BLANKS = Pattern.compile("[\\s\\v\\p{Cc}]+");

  /** Maps the property names of this library to those of Tika. */
  private static final Map<String, String> NAMES =
      Map.of(
          "title", TikaCoreProperties.TITLE.getName(),
          "author", TikaCoreProperties.CREATOR.getName(),
          "created", TikaCoreProperties.CREATED.getName(),
          "modified", TikaCoreProperties.MODIFIED.getName(),
          "keywords", Office.KEYWORDS.getName(),
          "language", TikaCoreProperties.LANGUAGE.getName(),
          "description", TikaCoreProperties.DESCRIPTION.getName(),
          "from", Message.MESSAGE_FROM,
          "to", Message.MESSAGE_TO,
          "cc", Message.MESSAGE_CC);

  private final Map<String, Object> values = new TreeMap<>();

  /**
   * @param name the property name without the prefix {@code doc.}; if it already has a value, that
   *     value is kept
   */
  public void add(String name, List<String> all) {
    List<String> clean =
        all.stream()
            .map(DocumentProperties::clean)
            .filter(DocumentProperties::isPresent)
            .limit(MAX_VALUES)
            .toList();
    if (!clean.isEmpty()) {
      values.putIfAbsent(name, clean.size() == 1 ? clean.get(0) : clean);
    }
  }

  void addAll(Metadata metadata) {
    NAMES.forEach((name, key) -> add(name, Arrays.asList(metadata.getValues(key))));
  }

  /** Returns the title, or an empty string if the file has no title. */
  String title() {
    return values.get("title") instanceof String title ? title : "";
  }

  void addTo(Document.Builder document) {
    values.forEach((name, value) -> document.metadata(Document.OWN_METADATA + name, value));
  }

  /**
   * Whether a value is usable. Old Office formats store 1601-01-01, the start of their calendar,
   * for a missing date.
   */
  private static boolean isPresent(String value) {
    return !value.isEmpty() && !value.startsWith("1601-01-01T00:00:00");
  }

  private static String clean(String value) {
    return Truncation.prefix(BLANKS.matcher(value).replaceAll(" ").strip(), MAX_LENGTH);
  }
}

package dev.arag.tika;

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

/** What a file says of itself: its title, and metadata under {@code doc.} keys. */
final class DocumentProperties {
  /** A hostile header may be as long as the file. */
  private static final int MAX_LENGTH = 1000;

  private static final int MAX_VALUES = 100;

  private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Cntrl}]+");

  /** By our names, as Tika calls them. */
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
   * @param name without {@code doc.}; what was said first stays
   */
  void say(String name, List<String> all) {
    List<String> clean =
        all.stream()
            .map(DocumentProperties::clean)
            .filter(DocumentProperties::isSaid)
            .limit(MAX_VALUES)
            .toList();
    if (!clean.isEmpty()) {
      values.putIfAbsent(name, clean.size() == 1 ? clean.get(0) : clean);
    }
  }

  void take(Metadata metadata) {
    NAMES.forEach((name, key) -> say(name, Arrays.asList(metadata.getValues(key))));
  }

  /** Empty if it has none. */
  String title() {
    return values.get("title") instanceof String title ? title : "";
  }

  void tell(Document.Builder document) {
    values.forEach((name, value) -> document.metadata(Document.OWN_METADATA + name, value));
  }

  /** Old files without a date hold the first of their calendar. */
  private static boolean isSaid(String value) {
    return !value.isEmpty() && !value.startsWith("1601-01-01T00:00:00");
  }

  private static String clean(String value) {
    return Truncation.prefix(BLANKS.matcher(value).replaceAll(" ").strip(), MAX_LENGTH);
  }
}

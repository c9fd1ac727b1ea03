package dev.arag.core.internal.find;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The values by which documents are grouped and counted. */
public final class DocumentValue {
  private static final Pattern YEAR = Pattern.compile("(?<![0-9])[0-9]{4}(?![0-9])");
  private static final Pattern EXTENSION = Pattern.compile("\\.([\\p{L}\\p{N}]{1,10})$");

  private DocumentValue() {}

  /**
   * Returns one value of a document as text; empty if the document does not have it or it is blank.
   *
   * @param key {@code document} for the id, {@code source}, {@code type} for the extension of the
   *     file name in lower case, {@code year}, or a metadata key. The year is the metadata value
   *     {@code year} or, without it, the first number of four digits in {@code date}.
   * @param source the name of the source; null if unknown
   */
  public static Optional<String> of(
      String key, String documentId, @Nullable String source, Map<String, Object> metadata) {
    return switch (key) {
      case "document" -> Optional.of(documentId);
      case "source" -> Optional.ofNullable(source);
      case "type" ->
          first(EXTENSION, documentId).map(it -> it.substring(1).toLowerCase(Locale.ROOT));
      case "year" ->
          text(metadata.get(key))
              .or(() -> text(metadata.get("date")).flatMap(it -> first(YEAR, it)));
      default -> text(metadata.get(key));
    };
  }

  private static Optional<String> first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Optional.of(matcher.group()) : Optional.empty();
  }

  private static Optional<String> text(@Nullable Object value) {
    String text =
        value instanceof List<?> list
            ? list.stream().map(String::valueOf).collect(Collectors.joining(", "))
            : String.valueOf(value == null ? "" : value);
    return Optional.of(text).filter(it -> !it.isBlank());
  }
}

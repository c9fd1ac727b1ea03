package dev.arag.evaluation.data;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.core.error.CorpusException;
import dev.arag.evaluation.internal.file.FileLine;
import dev.arag.evaluation.internal.file.JsonObjects;
import dev.arag.evaluation.internal.file.JsonRecord;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Paragraphs by id. A file contains a JSON array, or one value per line. Each value is a string
 * {@code "id:Title\ntext"}, or an object with {@code id} (or {@code _id}), {@code title} and {@code
 * text}. A string without a line break has no title. Immutable.
 */
public final class GoldParagraphs {
  /** No paragraphs. Metrics that need their texts, such as those of sections, are not computed. */
  public static final GoldParagraphs NONE = new GoldParagraphs(Map.of());

  private final Map<String, GoldParagraph> byId;

  private GoldParagraphs(Map<String, GoldParagraph> byId) {
    this.byId = byId;
  }

  /**
   * @throws IllegalArgumentException if two paragraphs have the same id
   */
  public static GoldParagraphs of(Collection<GoldParagraph> paragraphs) {
    Map<String, GoldParagraph> byId = new LinkedHashMap<>();
    for (GoldParagraph paragraph : requireNonNull(paragraphs, "paragraphs")) {
      if (byId.put(paragraph.id(), paragraph) != null) {
        throw new IllegalArgumentException(
            "Two of the given paragraphs have the id " + paragraph.id());
      }
    }
    return new GoldParagraphs(byId);
  }

  /**
   * Reads all paragraphs of a file.
   *
   * @throws CorpusException if the file cannot be read, if a line is invalid, or if two paragraphs
   *     have the same id
   */
  public static GoldParagraphs read(Path file) {
    requireNonNull(file, "file");
    Map<String, GoldParagraph> byId = new LinkedHashMap<>();
    JsonObjects.read(
        file,
        (line, value) -> {
          GoldParagraph paragraph = paragraph(file, line, value);
          if (byId.put(paragraph.id(), paragraph) != null) {
            throw new FileLine(file, line)
                .error("The id \"" + paragraph.id() + "\" occurs on an earlier line, too.");
          }
        });
    return new GoldParagraphs(byId);
  }

  private static GoldParagraph paragraph(Path file, long line, JsonNode value) {
    if (value.isTextual()) {
      return titled(file, line, value.textValue());
    }
    JsonRecord fields = new JsonRecord(file, line, value);
    return new GoldParagraph(
        fields.requireText("id", "_id"),
        fields.text("title").orElse(null),
        fields.requireText("text"));
  }

  private static GoldParagraph titled(Path file, long line, String value) {
    int colon = value.indexOf(':');
    if (colon < 1) {
      throw new FileLine(file, line).error("A string \"id:Title\\ntext\" is expected.");
    }
    String id = value.substring(0, colon);
    String rest = value.substring(colon + 1);
    int end = rest.indexOf('\n');
    return end < 0
        ? new GoldParagraph(id, null, rest)
        : new GoldParagraph(id, rest.substring(0, end), rest.substring(end + 1));
  }

  /** All paragraphs, in the order of the file. */
  public Collection<GoldParagraph> all() {
    return byId.values();
  }

  /** The paragraph with an id. */
  public Optional<GoldParagraph> get(String id) {
    return Optional.ofNullable(byId.get(requireNonNull(id, "id")));
  }

  /** The gold paragraphs of a question, in the order of its ids; unknown ids are omitted. */
  public List<GoldParagraph> of(Question question) {
    return requireNonNull(question, "question").supporting().stream()
        .map(byId::get)
        .filter(Objects::nonNull)
        .toList();
  }
}

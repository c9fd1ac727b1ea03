package dev.arag.evaluation.internal.file;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.core.error.CorpusException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The fields of one JSON object of a file. An error names the file, the line and the field. */
public record JsonRecord(Path file, long line, JsonNode node) {
  public JsonRecord {
    if (!node.isObject()) {
      throw new FileLine(file, line).error("A JSON object is expected.");
    }
  }

  /** Returns the text of the first of the given fields that is present; a number becomes text. */
  public Optional<String> text(String... names) {
    for (String name : names) {
      JsonNode value = node.path(name);
      if (!value.isMissingNode() && !value.isNull()) {
        return Optional.of(scalar(name, value));
      }
    }
    return Optional.empty();
  }

  /** Like {@link #text}, but fails if none of the fields is present. */
  public String requireText(String... names) {
    return text(names).orElseThrow(() -> error(names[0], "is missing"));
  }

  /** Returns the constant with the name that {@link #text} returns, in letters of any case. */
  public <E extends Enum<E>> Optional<E> constant(Class<E> type, String... names) {
    List<E> constants = List.of(type.getEnumConstants());
    return text(names)
        .filter(text -> !text.isBlank())
        .map(
            text ->
                constants.stream()
                    .filter(each -> each.name().equalsIgnoreCase(text.strip()))
                    .findFirst()
                    .orElseThrow(
                        () ->
                            error(
                                String.join("\" or \"", names),
                                "is \"" + text + "\", but must be one of " + constants)));
  }

  /**
   * Returns the elements of an array of strings or numbers; empty if the field is absent or null.
   */
  public List<String> texts(String name) {
    JsonNode array = node.path(name);
    if (array.isMissingNode() || array.isNull()) {
      return List.of();
    }
    if (!array.isArray()) {
      throw error(name, "must be an array");
    }
    List<String> texts = new ArrayList<>();
    array.forEach(element -> texts.add(scalar(name, element)));
    return texts;
  }

  /** Returns the elements of an array that are objects; empty if the field is not an array. */
  public List<JsonRecord> objects(String name) {
    List<JsonRecord> objects = new ArrayList<>();
    for (JsonNode element : node.path(name)) {
      if (element.isObject()) {
        objects.add(new JsonRecord(file, line, element));
      }
    }
    return objects;
  }

  /** Returns an integer that is at least 1; fails if the field is anything else. */
  public int requirePositive(String name) {
    JsonNode value = node.path(name);
    if (!value.canConvertToInt() || !value.isIntegralNumber() || value.intValue() < 1) {
      throw error(name, "must be an integer of at least 1");
    }
    return value.intValue();
  }

  private String scalar(String name, JsonNode value) {
    if (value.isValueNode() && !value.isNull()) {
      return value.asText();
    }
    throw error(name, "must contain strings or numbers");
  }

  private CorpusException error(String name, String problem) {
    return new FileLine(file, line).error("The field \"" + name + "\" " + problem + ".");
  }
}

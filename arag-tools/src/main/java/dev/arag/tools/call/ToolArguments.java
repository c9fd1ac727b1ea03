package dev.arag.tools.call;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.core.internal.string.LoneSurrogates;
import dev.arag.tools.internal.argument.ArgumentJsonParser;
import dev.arag.tools.internal.argument.InvalidArgumentException;
import dev.arag.tools.internal.text.QuotedInput;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one tool call. Values are converted leniently, because models do not always
 * write the type that the schema requires:
 *
 * <ul>
 *   <li>{@code "5"}, {@code 5.0} and {@code 5e0} are read as the number 5.
 *   <li>A single string is read as an array with one element. A string that contains a JSON array
 *       is read as this array.
 *   <li>Null is treated as a missing argument.
 * </ul>
 *
 * If a value cannot be converted, the methods throw an {@link IllegalArgumentException}. Its
 * message is a sentence for the model.
 */
public final class ToolArguments {
  private static final int MAX_NUMBER_LENGTH = 100;

  private final ObjectNode values;
  private final Set<String> notes = new LinkedHashSet<>();

  ToolArguments(ObjectNode values) {
    this.values = values;
  }

  /** The names of all arguments, in the order written. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    values.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /**
   * Messages for the model, without duplicates, for example about numbers that were replaced by the
   * nearest bound.
   */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  /** Adds a message for the model, which {@link dev.arag.tools.Toolbox} appends to the result. */
  public void addNote(String note) {
    notes.add(requireNonNull(note, "note"));
  }

  /** Returns all arguments that are not null, unconverted, as a JSON object with sorted names. */
  public String canonical() {
    ObjectNode sorted = values.objectNode();
    names().stream().filter(this::has).sorted().forEach(name -> sorted.set(name, values.get(name)));
    return sorted.toString();
  }

  /** Whether the argument is present and not null. */
  public boolean has(String name) {
    requireNonNull(name, "name");
    return values.hasNonNull(name);
  }

  /**
   * Returns a required string.
   *
   * @return the string without white space at its ends, never blank
   * @throws IllegalArgumentException if the argument is missing, blank, or not a single string or
   *     number
   */
  public String text(String name) {
    JsonNode value = required(name);
    JsonNode single = value.isArray() && value.size() == 1 ? value.get(0) : value;
    String text = asText(single);
    if (text == null) {
      throw invalid(name, "must be one string", value);
    }
    if (text.isBlank()) {
      throw new InvalidArgumentException("\"" + name + "\" must not be blank.");
    }
    return text.strip();
  }

  /**
   * Returns a required array of strings. Strings are returned as the model wrote them, and numbers
   * are converted to strings.
   *
   * @return the strings; the list has at least one, and any of them may be blank
   * @throws IllegalArgumentException if the argument is missing or an empty array, or contains
   *     anything other than strings and numbers
   */
  public List<String> texts(String name) {
    JsonNode value = required(name);
    JsonNode list = value.isTextual() ? parseArray(value) : value;
    List<String> texts = new ArrayList<>();
    for (JsonNode element : list.isArray() ? list : List.of(list)) {
      String text = asText(element);
      if (text == null) {
        throw invalid(name, "must be an array of strings", value);
      }
      texts.add(text);
    }
    if (texts.isEmpty()) {
      throw new InvalidArgumentException("\"" + name + "\" must not be empty.");
    }
    return List.copyOf(texts);
  }

  /** Whether the argument is an array without elements, or a string that contains one. */
  public boolean isEmptyList(String name) {
    JsonNode value = values.path(requireNonNull(name, "name"));
    JsonNode list = value.isTextual() ? parseArray(value) : value;
    return list.isArray() && list.isEmpty();
  }

  /**
   * Returns the array that a string contains as JSON, or the string itself if it does not contain
   * an array.
   */
  private static JsonNode parseArray(JsonNode string) {
    String text = string.textValue().strip();
    if (!text.startsWith("[") || !text.endsWith("]")) {
      return string;
    }
    return ArgumentJsonParser.tryParse(text).filter(JsonNode::isArray).orElse(string);
  }

  /**
   * Returns a whole number. If the value is outside the bounds, the nearest bound is returned, and
   * a {@linkplain #notes() note} tells the model. The schema of the tool should state the bounds.
   *
   * @param defaultValue the value to return if the argument is missing or null
   * @param min the smallest value, inclusive
   * @param max the largest value, inclusive
   * @throws IllegalArgumentException if the argument is not a whole number
   */
  public int number(String name, int defaultValue, int min, int max) {
    if (!has(name)) {
      return defaultValue;
    }
    JsonNode value = values.path(name);
    BigDecimal number = asNumber(value).orElse(null);
    if (number == null || !isWhole(number)) {
      throw invalid(name, "must be a whole number from " + min + " to " + max, value);
    }
    // Compare before the conversion, because a conversion would expand 1e999999999 to a billion
    // digits.
    if (number.compareTo(BigDecimal.valueOf(min)) < 0) {
      return clamp(name, value, min, max, min);
    }
    return number.compareTo(BigDecimal.valueOf(max)) > 0
        ? clamp(name, value, min, max, max)
        : number.intValueExact();
  }

  private int clamp(String name, JsonNode value, int min, int max, int clamped) {
    String was = QuotedInput.truncate(value.asText());
    notes.add(
        "\""
            + name
            + "\" must be "
            + min
            + " to "
            + max
            + ", was "
            + was
            + ": took "
            + clamped
            + ".");
    return clamped;
  }

  private static boolean isWhole(BigDecimal number) {
    return number.signum() == 0 || number.scale() <= 0 || number.stripTrailingZeros().scale() <= 0;
  }

  private static Optional<BigDecimal> asNumber(JsonNode value) {
    String text = value.isTextual() ? value.textValue().strip() : value.asText();
    boolean isCandidate =
        (value.isNumber() || value.isTextual()) && text.length() <= MAX_NUMBER_LENGTH;
    try {
      return isCandidate ? Optional.of(new BigDecimal(text)) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private JsonNode required(String name) {
    if (!has(name)) {
      throw new InvalidArgumentException("\"" + name + "\" is missing.");
    }
    return values.path(name);
  }

  private static @Nullable String asText(JsonNode value) {
    return value.isTextual() || value.isNumber() ? LoneSurrogates.replace(value.asText()) : null;
  }

  /** Returns all arguments as a JSON object, in the order written. */
  public String json() {
    return values.toString();
  }

  private static InvalidArgumentException invalid(String name, String rule, JsonNode was) {
    return new InvalidArgumentException(
        "\"" + name + "\" " + rule + ", was " + QuotedInput.truncate(was.toString()) + ".");
  }
}

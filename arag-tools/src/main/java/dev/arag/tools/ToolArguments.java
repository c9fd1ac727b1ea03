package dev.arag.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.tools.internal.argument.ArgumentJsonParser;
import dev.arag.tools.internal.argument.InvalidArgumentException;
import dev.arag.tools.internal.text.QuotedInput;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one tool call, parsed leniently.
 *
 * <ul>
 *   <li>{@code "5"}, {@code 5.0} and {@code 5e0} are 5.
 *   <li>A single text is a list of one element; a JSON list written as a string is that list.
 *   <li>Null is the same as a missing argument.
 * </ul>
 *
 * Any other value throws {@link IllegalArgumentException} with a sentence for the model.
 */
public final class ToolArguments {
  private static final int MAX_NUMBER_LENGTH = 100;
  private static final int REPLACEMENT = 0xFFFD;

  private final ObjectNode values;
  private final Set<String> notes = new LinkedHashSet<>();

  ToolArguments(ObjectNode values) {
    this.values = values;
  }

  /** Values that were adjusted, one sentence each, for the model. */
  Collection<String> notes() {
    return notes;
  }

  /** All arguments that are not null, as JSON with sorted names. */
  String canonical() {
    ObjectNode sorted = values.objectNode();
    Iterable<String> names = values::fieldNames;
    StreamSupport.stream(names.spliterator(), false)
        .filter(this::has)
        .sorted()
        .forEach(name -> sorted.set(name, values.get(name)));
    return sorted.toString();
  }

  /** Whether the argument is present and not null. */
  public boolean has(String name) {
    return values.hasNonNull(name);
  }

  /**
   * Returns a required text.
   *
   * @return not blank, stripped
   * @throws IllegalArgumentException if it is missing, blank, or not a single text or number
   */
  public String text(String name) {
    JsonNode value = required(name);
    JsonNode single = value.isArray() && value.size() == 1 ? value.get(0) : value;
    String text = asText(single);
    if (text == null) {
      throw invalid(name, "must be one text", value);
    }
    if (text.isBlank()) {
      throw new InvalidArgumentException("\"" + name + "\" must not be blank.");
    }
    return text.strip();
  }

  /**
   * Returns a required list of texts. Elements are kept as written, including blank ones.
   *
   * @return not empty
   * @throws IllegalArgumentException if it is missing, empty, or contains anything but texts and
   *     numbers
   */
  public List<String> texts(String name) {
    JsonNode value = required(name);
    JsonNode list = value.isTextual() ? parseList(value) : value;
    List<String> texts = new ArrayList<>();
    for (JsonNode element : list.isArray() ? list : List.of(list)) {
      String text = asText(element);
      if (text == null) {
        throw invalid(name, "must be a list of texts", value);
      }
      texts.add(text);
    }
    if (texts.isEmpty()) {
      throw new InvalidArgumentException("\"" + name + "\" must not be empty.");
    }
    return List.copyOf(texts);
  }

  /** The list that a string contains as JSON; the string itself if it contains none. */
  private static JsonNode parseList(JsonNode string) {
    String text = string.textValue().strip();
    if (!text.startsWith("[") || !text.endsWith("]")) {
      return string;
    }
    return ArgumentJsonParser.tryParse(text).filter(JsonNode::isArray).orElse(string);
  }

  /**
   * Returns a whole number. A value outside the bounds is clamped to the nearer bound; document the
   * bounds in the schema.
   *
   * @param defaultValue returned if the argument is missing or null
   * @throws IllegalArgumentException if it is not a whole number
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
    // Compared before conversion: 1e999999999 must not be expanded to a billion digits.
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
    return value.isTextual() || value.isNumber() ? replaceLoneSurrogates(value.asText()) : null;
  }

  /** Replaces unpaired surrogates: JSON can escape them, but UTF-8 cannot encode them. */
  private static String replaceLoneSurrogates(String text) {
    return text.codePoints()
        .map(c -> Character.getType(c) == Character.SURROGATE ? REPLACEMENT : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** All arguments as the JSON object that was parsed. */
  public String json() {
    return values.toString();
  }

  private static InvalidArgumentException invalid(String name, String rule, JsonNode was) {
    return new InvalidArgumentException(
        "\"" + name + "\" " + rule + ", was " + QuotedInput.truncate(was.toString()) + ".");
  }
}

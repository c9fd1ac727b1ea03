package dev.arag.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
 * The arguments of one call, read forgivingly: {@code "5"}, {@code 5.0} and {@code 5e0} are 5, a
 * single text is a list of one, a list written inside a string is that list, null is as if absent.
 * What cannot be meant throws {@link IllegalArgumentException} with a sentence for the model.
 */
public final class Arguments {
  private static final int LONGEST_NUMBER = 100;
  private static final int REPLACEMENT = 0xFFFD;

  private final ObjectNode values;
  private final Set<String> notes = new LinkedHashSet<>();

  Arguments(ObjectNode values) {
    this.values = values;
  }

  /** What was changed in reading, a sentence each for the model. */
  Collection<String> notes() {
    return notes;
  }

  /** All that was given and is not null, as JSON with the names in order. */
  String canonical() {
    ObjectNode sorted = values.objectNode();
    Iterable<String> names = values::fieldNames;
    StreamSupport.stream(names.spliterator(), false)
        .filter(this::has)
        .sorted()
        .forEach(name -> sorted.set(name, values.get(name)));
    return sorted.toString();
  }

  /** Whether the argument was given, and is not null. */
  public boolean has(String name) {
    return values.hasNonNull(name);
  }

  /**
   * A text that must be there.
   *
   * @return not blank, without the white space around it
   * @throws IllegalArgumentException if it is missing, blank, or not one text or number
   */
  public String text(String name) {
    JsonNode value = required(name);
    JsonNode single = value.isArray() && value.size() == 1 ? value.get(0) : value;
    String text = asText(single);
    if (text == null) {
      throw wrong(name, "must be one text", value);
    }
    if (text.isBlank()) {
      throw new ArgumentException("\"" + name + "\" must not be blank.");
    }
    return text.strip();
  }

  /**
   * A list of texts that must be there. Elements are kept as written, blank ones too.
   *
   * @return not empty
   * @throws IllegalArgumentException if it is missing, empty, or holds anything but texts and
   *     numbers
   */
  public List<String> texts(String name) {
    JsonNode value = required(name);
    JsonNode list = value.isTextual() ? listInside(value) : value;
    List<String> texts = new ArrayList<>();
    for (JsonNode element : list.isArray() ? list : List.of(list)) {
      String text = asText(element);
      if (text == null) {
        throw wrong(name, "must be a list of texts", value);
      }
      texts.add(text);
    }
    if (texts.isEmpty()) {
      throw new ArgumentException("\"" + name + "\" must not be empty.");
    }
    return List.copyOf(texts);
  }

  /** The list that a string holds as JSON; the string itself if it holds none. */
  private static JsonNode listInside(JsonNode string) {
    String text = string.textValue().strip();
    if (!text.startsWith("[") || !text.endsWith("]")) {
      return string;
    }
    return ArgumentJson.tryParse(text).filter(JsonNode::isArray).orElse(string);
  }

  /**
   * A whole number. One outside the bounds is moved to the nearer bound, so name them in the
   * schema.
   *
   * @param byDefault when it is missing or null
   * @throws IllegalArgumentException if it is not a whole number
   */
  public int number(String name, int byDefault, int min, int max) {
    if (!has(name)) {
      return byDefault;
    }
    JsonNode value = values.path(name);
    BigDecimal number = asNumber(value).orElse(null);
    if (number == null || !isWhole(number)) {
      throw wrong(name, "must be a whole number from " + min + " to " + max, value);
    }
    // Compared before it is converted: 1e999999999 must not be written out.
    if (number.compareTo(BigDecimal.valueOf(min)) < 0) {
      return moved(name, value, min, max, min);
    }
    return number.compareTo(BigDecimal.valueOf(max)) > 0
        ? moved(name, value, min, max, max)
        : number.intValueExact();
  }

  private int moved(String name, JsonNode value, int min, int max, int taken) {
    String was = Quoted.cut(value.asText());
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
            + taken
            + ".");
    return taken;
  }

  private static boolean isWhole(BigDecimal number) {
    return number.signum() == 0 || number.scale() <= 0 || number.stripTrailingZeros().scale() <= 0;
  }

  private static Optional<BigDecimal> asNumber(JsonNode value) {
    String text = value.isTextual() ? value.textValue().strip() : value.asText();
    boolean maybe = (value.isNumber() || value.isTextual()) && text.length() <= LONGEST_NUMBER;
    try {
      return maybe ? Optional.of(new BigDecimal(text)) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private JsonNode required(String name) {
    if (!has(name)) {
      throw new ArgumentException("\"" + name + "\" is missing.");
    }
    return values.path(name);
  }

  private static @Nullable String asText(JsonNode value) {
    return value.isTextual() || value.isNumber() ? wellFormed(value.asText()) : null;
  }

  /** JSON can escape half of a surrogate pair, which is no character and cannot be sent on. */
  private static String wellFormed(String text) {
    return text.codePoints()
        .map(c -> Character.getType(c) == Character.SURROGATE ? REPLACEMENT : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** All of them as the JSON object they came as. */
  public String json() {
    return values.toString();
  }

  private static ArgumentException wrong(String name, String rule, JsonNode was) {
    return new ArgumentException(
        "\"" + name + "\" " + rule + ", was " + Quoted.cut(was.toString()) + ".");
  }
}

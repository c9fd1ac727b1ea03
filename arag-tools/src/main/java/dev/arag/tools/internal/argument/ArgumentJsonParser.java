package dev.arag.tools.internal.argument;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.tools.internal.text.QuotedInput;
import java.util.Optional;

/**
 * Parses the JSON arguments of a tool call. The parser corrects only common mistakes that do not
 * change the meaning. It removes a byte order mark, white space and a Markdown code fence around
 * the JSON. It also accepts a JSON string that contains the object. All other invalid JSON is
 * rejected.
 */
public final class ArgumentJsonParser {
  /** The maximum length of the arguments of one call, in UTF-16 units. */
  public static final int MAX_LENGTH = 64 * 1024;

  private static final int MAX_DEPTH = 32;
  private static final String CODE_FENCE = "```";

  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          // A model may write the id of section 10 of chunk 93 as the number 93.10.
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private ArgumentJsonParser() {}

  /**
   * Parses the arguments of a call. Empty text and null are read as an empty object.
   *
   * @throws InvalidArgumentException if the arguments are not a JSON object or are too long
   */
  public static ObjectNode parse(String written) {
    if (written.length() > MAX_LENGTH) {
      throw new InvalidArgumentException("The arguments are longer than 64 KiB.");
    }
    JsonNode value = parseValue(unwrap(written));
    if (value.isTextual()) {
      value = parseValue(unwrap(value.textValue()));
    }
    if (value instanceof ObjectNode object) {
      return object;
    }
    if (value.isNull() || value.isMissingNode()) {
      return JsonNodeFactory.instance.objectNode();
    }
    throw new InvalidArgumentException(
        "The arguments must be a JSON object, were " + QuotedInput.truncate(written) + ".");
  }

  /** Parses a text as JSON. Returns empty if the text is not valid JSON. */
  public static Optional<JsonNode> tryParse(String json) {
    try {
      return Optional.of(readTree(json));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** For a number whose exponent is too large, Jackson throws an exception of the JDK. */
  private static JsonNode readTree(String json) throws JsonProcessingException {
    try {
      return MAPPER.readTree(json);
    } catch (NumberFormatException e) {
      throw new JsonParseException(null, "a number has an exponent that is too large", e);
    }
  }

  private static JsonNode parseValue(String json) {
    try {
      return readTree(json);
    } catch (JsonProcessingException e) {
      throw new InvalidArgumentException(
          "The arguments are not valid JSON ("
              + QuotedInput.truncate(e.getOriginalMessage())
              + ").");
    }
  }

  private static String unwrap(String written) {
    String text = written.startsWith("\uFEFF") ? written.substring(1) : written;
    text = text.strip();
    if (!text.startsWith(CODE_FENCE) || !text.endsWith(CODE_FENCE)) {
      return text;
    }
    int firstLineEnd = text.indexOf('\n');
    int end = text.length() - CODE_FENCE.length();
    return firstLineEnd < 0 || firstLineEnd > end
        ? text
        : text.substring(firstLineEnd, end).strip();
  }
}

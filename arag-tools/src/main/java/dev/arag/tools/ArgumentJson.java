package dev.arag.tools;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * The JSON a model wrote. Only repairs that lose nothing: a byte order mark, white space or a code
 * fence around it, and an object written as a string. Anything else is refused, never guessed.
 */
final class ArgumentJson {
  private static final int LONGEST = 64 * 1024;
  private static final int DEEPEST = 32;
  private static final String CODE_FENCE = "```";

  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private ArgumentJson() {}

  /**
   * Reads the arguments of a call; empty text and null are an empty object.
   *
   * @throws ArgumentException if they are no JSON object, or too large
   */
  static ObjectNode read(String written) {
    if (written.length() > LONGEST) {
      throw new ArgumentException("The arguments are longer than 64 KiB.");
    }
    JsonNode value = parse(bare(written));
    if (value.isTextual()) {
      value = parse(bare(value.textValue()));
    }
    if (value instanceof ObjectNode object) {
      return object;
    }
    if (value.isNull() || value.isMissingNode()) {
      return JsonNodeFactory.instance.objectNode();
    }
    throw new ArgumentException(
        "The arguments must be a JSON object, were " + Quoted.cut(written) + ".");
  }

  /** Whether the text is a JSON object as it stands, without any repair. */
  static boolean isObject(String written) {
    return written.startsWith("{") && tryParse(written).filter(JsonNode::isObject).isPresent();
  }

  /** Whether the text ends before the JSON in it does. */
  static boolean isCut(String written) {
    try {
      MAPPER.readTree(bare(written));
      return false;
    } catch (JsonEOFException e) {
      return true;
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  /** Parses a value inside the arguments; empty if it is no JSON. */
  static Optional<JsonNode> tryParse(String json) {
    try {
      return Optional.of(MAPPER.readTree(json));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  private static JsonNode parse(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new ArgumentException(
          "The arguments are not valid JSON (" + Quoted.cut(e.getOriginalMessage()) + ").");
    }
  }

  private static String bare(String written) {
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

package dev.arag.mcp.internal.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Reads and writes JSON. */
final class Json {
  private static final int MAX_DEPTH = 100;
  private static final ObjectMapper MAPPER = mapper(false);

  /** Writes lone surrogates, which UTF-8 cannot encode. */
  private static final ObjectMapper ASCII = mapper(true);

  private static final TypeReference<Map<String, Object>> FIELDS = new TypeReference<>() {};

  private Json() {}

  private static ObjectMapper mapper(boolean escapesNonAscii) {
    JsonFactory factory =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .configure(JsonWriteFeature.ESCAPE_NON_ASCII, escapesNonAscii)
            .build();
    return JsonMapper.builder(factory)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        // A model may write the id of section 10 of chunk 93 as the number 93.10.
        .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
        .build();
  }

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** Converts a value of the SDK. */
  static ObjectNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  /** Returns the fields of an object; none if the value is not an object. */
  static Map<String, Object> map(JsonNode value) {
    return value.isObject() ? MAPPER.convertValue(value, FIELDS) : Map.of();
  }

  /**
   * @throws IOException if the bytes are not one JSON value, or a number cannot be represented
   */
  static JsonNode read(byte[] bytes) throws IOException {
    try {
      return MAPPER.readTree(bytes);
    } catch (NumberFormatException e) {
      throw new IOException("A number has an exponent that is not supported.", e);
    }
  }

  /** Writes a value on one line. */
  static byte[] write(JsonNode value) {
    try {
      String text = MAPPER.writeValueAsString(value);
      boolean canEncode = StandardCharsets.UTF_8.newEncoder().canEncode(text);
      return (canEncode ? text : ASCII.writeValueAsString(value)).getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("The message cannot be written as JSON.", e);
    }
  }
}

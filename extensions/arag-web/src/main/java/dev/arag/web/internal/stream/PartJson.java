package dev.arag.web.internal.stream;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Reads and writes the JSON of the stream. */
public final class PartJson {
  /** Jackson does not write objects that are nested more deeply than it reads them. */
  private static final int MAX_DEPTH = 100;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
          .build();

  private PartJson() {}

  /** Returns a record as an object without its null values. */
  static ObjectNode toObject(Object value) {
    return MAPPER.valueToTree(value);
  }

  public static JsonNode read(String json) throws JsonProcessingException {
    return MAPPER.readTree(json);
  }

  /**
   * Returns a value as one line of JSON. Half of a surrogate pair is escaped, because UTF-8 cannot
   * represent it, and so are the line separators of Unicode.
   */
  static String write(Object value) {
    String json;
    try {
      json = MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A part cannot be written as JSON.", e);
    }
    StringBuilder escaped = new StringBuilder(json.length());
    for (int i = 0; i < json.length(); ) {
      int c = json.codePointAt(i);
      if (c == '\u2028' || c == '\u2029' || Character.getType(c) == Character.SURROGATE) {
        escaped.append(String.format("\\u%04x", c));
      } else {
        escaped.appendCodePoint(c);
      }
      i += Character.charCount(c);
    }
    return escaped.toString();
  }
}

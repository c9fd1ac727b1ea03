package dev.arag.mcp.internal.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads the arguments of {@code check_quotes}. Models also write one quote without a list, a list
 * as a string, and other names of the fields.
 */
final class QuoteArguments {
  private static final int MAX_QUOTES = 20;
  private static final int MAX_SHOWN_ID = 60;
  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES).build();
  private static final List<String> ID_FIELDS = List.of("chunk_id", "id", "chunk", "section");
  private static final List<String> TEXT_FIELDS = List.of("quote", "text");

  private QuoteArguments() {}

  /** A quote and the id of its chunk, both as the model wrote them. */
  record Quote(String chunkId, String text) {
    /** The start of the id on one line. */
    String shortId() {
      String line = chunkId.replaceAll("[\\s\\v\\p{Cc}\\[\\]]+", " ").strip();
      int end = Math.min(line.codePointCount(0, line.length()), MAX_SHOWN_ID);
      return line.substring(0, line.offsetByCodePoints(0, end));
    }
  }

  /**
   * @throws IllegalArgumentException if there is no quote, or a quote cannot be checked; the
   *     message is for the model
   */
  static List<Quote> read(Map<String, Object> arguments) {
    JsonNode given = JSON.valueToTree(arguments);
    JsonNode list = parsed(given.hasNonNull("quotes") ? given.get("quotes") : given);
    List<Quote> quotes = new ArrayList<>();
    for (JsonNode element : list.isArray() ? list : List.of(list)) {
      quotes.add(quote(parsed(element)));
    }
    if (quotes.isEmpty() || quotes.size() > MAX_QUOTES) {
      throw new IllegalArgumentException(
          "\"quotes\" must hold 1 to " + MAX_QUOTES + " quotes, was " + quotes.size() + ".");
    }
    return quotes;
  }

  private static Quote quote(JsonNode element) {
    String id = field(element, ID_FIELDS);
    String text = field(element, TEXT_FIELDS);
    if (id.isBlank() || text.codePoints().noneMatch(Character::isLetterOrDigit)) {
      throw new IllegalArgumentException("Each quote needs a \"chunk_id\" and a \"quote\".");
    }
    return new Quote(id, text);
  }

  private static String field(JsonNode element, List<String> names) {
    return names.stream()
        .map(element::path)
        .filter(value -> value.isTextual() || value.isNumber())
        .map(JsonNode::asText)
        .findFirst()
        .orElse("");
  }

  /** Returns the JSON that a string contains, or the value itself. */
  private static JsonNode parsed(JsonNode value) {
    try {
      return value.isTextual() ? JSON.readTree(value.textValue()) : value;
    } catch (JsonProcessingException e) {
      return value;
    }
  }
}

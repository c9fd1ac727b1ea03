package dev.arag.agent.internal.typed;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds a JSON object in a reply that may contain other text before and after it. */
final class JsonExtractor {
  /** Limits the work, because each attempt may read the whole text. */
  private static final int MAX_ATTEMPTS = 20;

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(
              JsonReadFeature.ALLOW_SINGLE_QUOTES,
              JsonReadFeature.ALLOW_TRAILING_COMMA,
              JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES,
              JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS,
              JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private JsonExtractor() {}

  /**
   * Returns the first object that the predicate accepts. If there is none, returns the first
   * object.
   */
  static Optional<JsonNode> object(String text, Predicate<JsonNode> isAccepted) {
    JsonNode first = null;
    int attempts = 0;
    int at = text.indexOf('{');
    while (at >= 0 && attempts < MAX_ATTEMPTS) {
      JsonNode object = objectAt(text, at);
      if (object != null && isAccepted.test(object)) {
        return Optional.of(object);
      }
      first = first == null ? object : first;
      attempts++;
      at = text.indexOf('{', at + 1);
    }
    return Optional.ofNullable(first);
  }

  private static @Nullable JsonNode objectAt(String text, int at) {
    try (JsonParser parser = JSON.createParser(text.substring(at))) {
      JsonNode read = parser.readValueAsTree();
      return read != null && read.isObject() ? read : null;
    } catch (IOException | NumberFormatException e) {
      // Jackson throws the second one for a number whose exponent is too large.
      return null;
    }
  }
}

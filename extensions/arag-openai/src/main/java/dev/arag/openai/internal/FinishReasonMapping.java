package dev.arag.openai.internal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.agent.internal.server.ServerRule;
import dev.arag.agent.internal.server.ServerRule.Kind;
import dev.arag.core.internal.string.Truncation;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Maps the finish reasons of servers to those of OpenAI. */
final class FinishReasonMapping {
  /** The server aborted the reply. OpenAI does not define this finish reason. */
  static final String ERROR = "error";

  private static final Map<String, String> STANDARD = standard();

  private static final int MAX_LENGTH = 60;

  private FinishReasonMapping() {}

  private static Map<String, String> standard() {
    Map<String, String> words = new HashMap<>();
    add(words, "stop", Kind.FINISH_STOP);
    add(words, "length", Kind.FINISH_LENGTH);
    add(words, "tool_calls", Kind.FINISH_TOOL_CALLS);
    add(words, "content_filter", Kind.FINISH_CONTENT_FILTER);
    add(words, ERROR, Kind.FINISH_ERROR);
    return words;
  }

  private static void add(Map<String, String> words, String standard, Kind kind) {
    words.put(standard, standard);
    ServerRule.values(kind).forEach(word -> words.put(word, standard));
  }

  /**
   * Returns the finish reason as the server wrote it, on one line and truncated; empty if there is
   * none.
   */
  static String original(JsonNode received) {
    String word = received.isObject() ? received.path("type").asText("") : received.asText("");
    String line = received.isNull() ? "" : word.replaceAll("[\\s\\v\\p{Cc}]+", " ").strip();
    return Truncation.withEllipsis(line, MAX_LENGTH);
  }

  /**
   * Maps a finish reason to that of OpenAI.
   *
   * @param received a string, an object with a type (SGLang), or a missing node
   * @return the mapped reason; an unknown reason is returned unchanged; null if there is none
   */
  static @Nullable String standard(JsonNode received) {
    String word = received.isObject() ? received.path("type").asText("") : received.asText("");
    if (received.isNull() || word.isBlank()) {
      return null;
    }
    return STANDARD.getOrDefault(word.toLowerCase(Locale.ROOT), word);
  }
}

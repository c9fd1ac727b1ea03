package dev.arag.agent.internal.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.core.internal.string.Truncation;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Maps the finish reasons of servers to those of OpenAI. */
final class FinishReasonMapping {
  /** The server aborted the reply. OpenAI does not define this finish reason. */
  static final String ERROR = "error";

  private static final String STOP = "stop";
  private static final String LENGTH = "length";
  private static final String TOOL_CALLS = "tool_calls";
  private static final String CONTENT_FILTER = "content_filter";

  private static final Map<String, String> STANDARD =
      Map.ofEntries(
          Map.entry(STOP, STOP),
          Map.entry("eos", STOP),
          Map.entry("eos_token", STOP),
          Map.entry("end_turn", STOP),
          Map.entry("stop_sequence", STOP),
          Map.entry("complete", STOP),
          Map.entry("completed", STOP),
          Map.entry(LENGTH, LENGTH),
          Map.entry("model_length", LENGTH),
          Map.entry("max_tokens", LENGTH),
          Map.entry("max_output_tokens", LENGTH),
          Map.entry("max_length", LENGTH),
          Map.entry(TOOL_CALLS, TOOL_CALLS),
          Map.entry("tool_call", TOOL_CALLS),
          Map.entry("tool_use", TOOL_CALLS),
          Map.entry("function_call", TOOL_CALLS),
          Map.entry(CONTENT_FILTER, CONTENT_FILTER),
          Map.entry("content_filtered", CONTENT_FILTER),
          Map.entry("safety", CONTENT_FILTER),
          Map.entry("refusal", CONTENT_FILTER),
          Map.entry("sensitive", CONTENT_FILTER),
          Map.entry(ERROR, ERROR),
          Map.entry("abort", ERROR),
          Map.entry("network_error", ERROR),
          Map.entry("insufficient_system_resource", ERROR));

  private static final int MAX_LENGTH = 60;

  private FinishReasonMapping() {}

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

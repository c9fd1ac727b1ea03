package dev.arag.agent.internal.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.core.internal.string.Truncation;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The words servers have for why a model stopped, as OpenAI's. */
final class FinishReasonMapping {
  /** Not OpenAI's: the server could not go on. */
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

  private static final int MOST_TOLD = 60;

  private FinishReasonMapping() {}

  /** The word as the server told it, on one line and cut where it is no word; empty without one. */
  static String told(JsonNode told) {
    String word = told.isObject() ? told.path("type").asText("") : told.asText("");
    String line = told.isNull() ? "" : word.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
    return Truncation.withEllipsis(line, MOST_TOLD);
  }

  /**
   * @param told the text, an object with a type (SGLang's own), or nothing
   * @return null where nothing was told; a word nobody knows as it is
   */
  static @Nullable String standard(JsonNode told) {
    String word = told.isObject() ? told.path("type").asText("") : told.asText("");
    if (told.isNull() || word.isBlank()) {
      return null;
    }
    return STANDARD.getOrDefault(word.toLowerCase(Locale.ROOT), word);
  }
}

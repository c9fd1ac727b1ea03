package dev.arag.evaluation.internal.row;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One tool call in the JSON format of the reference implementation of the A-RAG paper.
 *
 * @param loop the number of the turn
 * @param toolName the name of the tool
 * @param arguments the arguments by name
 * @param toolResult the text for the model
 * @param retrievedTokens the number of tokens of corpus text in the result
 * @param details the other fields, such as {@code chunks_found}
 */
public record ToolLog(
    int loop,
    @JsonProperty("tool_name") String toolName,
    Map<String, Object> arguments,
    @JsonProperty("tool_result") String toolResult,
    @JsonProperty("retrieved_tokens") long retrievedTokens,
    @JsonAnyGetter Map<String, Object> details) {
  public ToolLog {
    requireNonNull(toolName, "toolName");
    requireNonNull(toolResult, "toolResult");
    arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
    details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
  }

  /** Reads the fields of a JSON object. The fields without a component are the details. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static ToolLog of(Map<String, Object> fields) {
    Map<String, Object> rest = new LinkedHashMap<>(fields);
    return new ToolLog(
        (int) number(rest.remove("loop")),
        text(rest.remove("tool_name")),
        map(rest.remove("arguments")),
        text(rest.remove("tool_result")),
        number(rest.remove("retrieved_tokens")),
        rest);
  }

  private static long number(@Nullable Object value) {
    return value instanceof Number number ? number.longValue() : 0;
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }

  private static Map<String, Object> map(@Nullable Object value) {
    Map<String, Object> map = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> fields) {
      fields.forEach((key, each) -> map.put(key.toString(), each));
    }
    return map;
  }
}

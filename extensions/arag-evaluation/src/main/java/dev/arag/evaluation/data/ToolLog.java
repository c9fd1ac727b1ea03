package dev.arag.evaluation.data;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One tool call in the form of the reference implementation.
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
    String toolName,
    Map<String, Object> arguments,
    String toolResult,
    long retrievedTokens,
    Map<String, Object> details) {
  public ToolLog {
    requireNonNull(toolName, "toolName");
    requireNonNull(toolResult, "toolResult");
    arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
    details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
  }
}

package dev.arag.evaluation.internal.row;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One tool call that showed corpus text, in the JSON format of the reference implementation of the
 * A-RAG paper.
 *
 * @param toolName the name of the tool
 * @param tokens the number of tokens of corpus text
 * @param metadata further values by name
 */
public record RetrievalLog(
    @JsonProperty("tool_name") String toolName, long tokens, Map<String, Object> metadata) {
  public RetrievalLog {
    requireNonNull(toolName, "toolName");
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }
}

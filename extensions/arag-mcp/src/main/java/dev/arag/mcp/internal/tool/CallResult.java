package dev.arag.mcp.internal.tool;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a call.
 *
 * @param text the result for the model
 * @param isError whether the call failed or was rejected
 * @param structured the result for programs, by the output schema of the tool. It contains the
 *     text, because some hosts give the model nothing else. Null if the tool has no such schema, or
 *     for an error
 */
public record CallResult(String text, boolean isError, @Nullable Map<String, Object> structured) {
  public CallResult {
    requireNonNull(text, "text");
  }

  static CallResult of(String text) {
    return new CallResult(text, false, null);
  }

  /** Returns a result that also has a list of records. */
  static CallResult of(String text, String name, List<?> records) {
    return new CallResult(text, false, Map.of("text", text, name, records));
  }

  public static CallResult error(String text) {
    return new CallResult(text, true, null);
  }
}

package dev.arag.mcp.internal.tool;

import static java.util.Objects.requireNonNull;

/**
 * The result of a call, as text for the model.
 *
 * @param isError whether the call failed or was rejected
 */
public record CallResult(String text, boolean isError) {
  public CallResult {
    requireNonNull(text, "text");
  }

  public static CallResult error(String text) {
    return new CallResult(text, true);
  }
}

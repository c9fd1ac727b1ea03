package dev.arag.mcp.internal.tool;

import java.util.Map;
import java.util.Optional;

/** A tool of the server. Thread-safe. */
public interface ServedTool {
  String name();

  /** The name that a host shows to its user. */
  String title();

  /** The description for the model. */
  String description();

  /** The JSON schema of the arguments. */
  Map<String, Object> parameters();

  /** The JSON schema of {@link CallResult#structured()}; empty if the result is only text. */
  default Optional<Map<String, Object>> outputSchema() {
    return Optional.empty();
  }

  /**
   * Runs a call. An interrupt cancels it.
   *
   * @param arguments the arguments as parsed from JSON, not validated
   */
  CallResult call(Map<String, Object> arguments, ProgressListener progress);
}

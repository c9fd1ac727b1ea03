package dev.arag.mcp.internal.tool;

import java.util.Map;

/** A tool of the server. Thread-safe. */
public interface ServedTool {
  String name();

  /** The description for the model. */
  String description();

  /** The JSON schema of the arguments. */
  String parameters();

  /**
   * Runs a call. An interrupt cancels it.
   *
   * @param arguments the arguments as parsed from JSON, not validated
   */
  CallResult call(Map<String, Object> arguments, ProgressListener progress);
}

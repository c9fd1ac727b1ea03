package dev.arag.tools;

/**
 * A tool the model may call. Implementations only read and are safe for use by several threads; the
 * state of a conversation is in its {@link ContextTracker}.
 */
public interface RetrievalTool {
  /** The name of the tool: letters, digits and underscores. */
  String name();

  /** Description for the model: what the tool does and when to use it. */
  String description();

  /** JSON schema of the arguments, of type object. Calls with other arguments are rejected. */
  String parameters();

  /**
   * The arguments of one correct call, as JSON. A rejection of an invalid call quotes them.
   * Default: empty, no example.
   */
  default String example() {
    return "";
  }

  /**
   * Runs one call. {@link Toolbox} encloses the text of an {@link Observation.Found} in a fence and
   * records its snippets in the tracker.
   *
   * @throws IllegalArgumentException with one helpful sentence for the model; {@link Toolbox} turns
   *     it into an {@link Observation.Rejected}
   */
  Observation call(ToolArguments arguments, ContextTracker context);
}

package dev.arag.tools;

/**
 * A tool that the model may call. Implementations must be thread-safe and must not change any data.
 * The state of a conversation is stored in its {@link ContextTracker}, not in the tool.
 */
public interface RetrievalTool {
  /** The name of the tool, which consists of letters, digits and underscores. */
  String name();

  /** The description for the model, which says what the tool does and when to use it. */
  String description();

  /**
   * The JSON schema of the arguments, which must be of type object. Calls with arguments that the
   * schema does not declare are rejected.
   */
  String parameters();

  /**
   * The arguments of a correct call, as JSON. When a call is rejected, this example is shown to the
   * model. The default implementation returns an empty text, which means that there is no example.
   */
  default String example() {
    return "";
  }

  /**
   * Runs one call. {@link Toolbox} encloses the text of an {@link Observation.Found} in a fence and
   * records its snippets in the tracker.
   *
   * @throws IllegalArgumentException if the arguments are invalid. The message is one sentence that
   *     tells the model how to correct them; {@link Toolbox} converts it to an {@link
   *     Observation.Rejected}.
   */
  Observation call(ToolArguments arguments, ContextTracker context);
}

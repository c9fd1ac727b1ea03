package dev.arag.tools;

/**
 * A tool the model may call. Implementations only read, and are safe for use by several threads;
 * what a conversation has seen is the tracker's to know.
 */
public interface RetrievalTool {
  /** The name the model calls it by: letters, digits and underscores. */
  String name();

  /** What it does and when to use it, for the model. */
  String description();

  /** The arguments it takes, as a JSON schema of type object. Others are refused. */
  String parameters();

  /**
   * The arguments of one correct call, as JSON, quoted to a model whose call was wrong. Default:
   * empty, none is quoted.
   */
  default String example() {
    return "";
  }

  /**
   * Runs one call. The text of a {@link Observation.Found} is put into a fence as quoted data, and
   * its snippets are noted in the tracker, by {@link Toolbox}.
   *
   * @throws IllegalArgumentException with one helpful sentence for the model; {@link Toolbox} makes
   *     an {@link Observation.Rejected} of it
   */
  Observation call(Arguments arguments, ContextTracker context);
}

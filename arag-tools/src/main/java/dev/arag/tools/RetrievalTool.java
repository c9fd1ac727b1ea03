package dev.arag.tools;

/**
 * A tool the model may call. Implementations only read, and are safe for use by several threads;
 * what a conversation has seen is the tracker's to know.
 */
public interface RetrievalTool {
  /** The name the model calls it by. */
  String name();

  /** What it does and when to use it, for the model. */
  String description();

  /** The arguments it takes, as a JSON schema of type object. */
  String parameters();

  /**
   * Runs one call.
   *
   * @throws IllegalArgumentException with one helpful sentence for the model; {@link Toolbox} makes
   *     an {@link Observation.Rejected} of it
   */
  Observation call(Arguments arguments, ContextTracker context);
}

package dev.arag.mcp.internal.tool;

/** Receives the progress of a call. */
public interface ProgressListener {
  /** Ignores all progress. */
  ProgressListener NONE = (step, message) -> {};

  /**
   * Reports a step. Called on the thread that runs the call.
   *
   * @param step the number of the step, greater than that of the step before
   * @param message what the step does; contains no text of a document
   */
  void onStep(int step, String message);
}

package dev.arag.agent.internal.loop;

/**
 * The rules of a run's loop.
 *
 * @param isPaper whether the loop is Algorithm 1 of the paper alone: the model receives only
 *     results, and a run that repeats itself is not ended
 */
public record LoopRules(boolean isPaper, MessageTemplates messages) {
  /** The maximum number of calls executed in one turn. */
  static final int MAX_CALLS_PER_TURN = 8;

  /** Truncated replies with calls that a run tolerates; the next one ends it. */
  public static final int MAX_TRUNCATED_REPLIES = 2;

  /** Consecutive turns without new text before the model receives a hint. */
  static final int REPEATING_TURNS_BEFORE_HINT = 2;

  /** Consecutive turns without new text before the run ends. */
  static final int REPEATING_TURNS_BEFORE_END = 4;

  /** Turns reserved for turning an answer into a record. */
  public static final int EXTRACTION_TURNS = 2;

  /** Turns that must be left before the model is asked to search again after NOT FOUND. */
  static final int SECOND_LOOK_TURNS = 3;
}

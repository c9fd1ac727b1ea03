package dev.arag.agent.internal.loop;

/**
 * The rules a run's loop goes by.
 *
 * @param isPlain whether it is Algorithm 1 of the paper alone: nothing is said to the model but
 *     results, and nobody judges whether they bring anything new
 */
public record LoopRules(boolean isPlain, MessageTemplates texts) {
  /** Calls run in one turn. */
  static final int MOST_CALLS_A_TURN = 8;

  /** Replies whose calls were cut and answered as such; after the next one the run closes. */
  public static final int MOST_CUT_REPLIES = 2;

  /** Turns in a row without anything new, after which the model is told. */
  static final int HINT_AFTER = 2;

  /** Turns in a row without anything new, after which the run closes. */
  static final int CLOSE_AFTER = 4;

  /** Turns kept for putting an answer into a form. */
  public static final int FORM_TURNS = 2;

  /** Turns that must be left for a second look at a NOT FOUND. */
  static final int SECOND_LOOK_TURNS = 3;
}

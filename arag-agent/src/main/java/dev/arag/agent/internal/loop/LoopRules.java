package dev.arag.agent.internal.loop;

import dev.arag.core.corpus.Profile;

/**
 * The rules for the loop of a run.
 *
 * @param isPaper whether the loop follows Algorithm 1 of the paper without additions. The model
 *     then receives results but no corrections or hints, and a run that repeats itself is not
 *     ended.
 * @param instructions the text that a strategy appends to its system prompt; may be empty
 */
public record LoopRules(boolean isPaper, MessageTemplates messages, String instructions) {
  /** The profile that these rules belong to. */
  public Profile profile() {
    return isPaper ? Profile.PAPER : Profile.DEFAULT;
  }

  /** The maximum number of calls executed in one turn; not applied in the paper profile. */
  static final int MAX_CALLS_PER_TURN = 8;

  /**
   * The number of truncated replies with tool calls that a run tolerates. The next such reply ends
   * the run.
   */
  public static final int MAX_TRUNCATED_REPLIES = 2;

  /** Consecutive turns without new text before the model receives a hint. */
  static final int REPEATING_TURNS_BEFORE_HINT = 2;

  /** Consecutive turns without new text before the run ends. */
  static final int REPEATING_TURNS_BEFORE_END = 4;

  /** The number of model calls reserved for requests that turn an answer into a record. */
  public static final int EXTRACTION_CALLS = 2;

  /**
   * The number of turns that must be left for the model to be asked to search again after it
   * answered NOT FOUND.
   */
  static final int SECOND_LOOK_TURNS = 3;
}

package dev.arag.agent.internal.loop;

import dev.arag.agent.spi.Profile;
import org.jspecify.annotations.Nullable;

/**
 * The rules for the loop of a run.
 *
 * @param profile the profile, which says whether the run {@linkplain Profile#guidesModel() guides}
 *     the model
 * @param instructions the text that a strategy appends to its system prompt; null if there is none
 */
public record LoopRules(Profile profile, MessageTemplates messages, @Nullable String instructions) {
  /** The maximum number of calls executed in one turn; applied only if the run guides the model. */
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

  /** Whether the run helps the model with notes, corrections and refusals. */
  public boolean guidesModel() {
    return profile.guidesModel();
  }
}

package dev.arag.agent.answer;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.spi.Profile;

/**
 * The settings with which a run answered its question.
 *
 * @param model the name of the main model in the settings of the chat model; empty if the settings
 *     contain no name
 * @param strategy the name of the strategy
 * @param profile the {@linkplain Profile#label() name} of the profile
 */
public record RunSettings(String model, String strategy, String profile) {
  public RunSettings {
    requireNonNull(model, "model");
    requireNonNull(strategy, "strategy");
    requireNonNull(profile, "profile");
  }

  /** The settings of an answer that no run created. */
  static final RunSettings UNKNOWN = new RunSettings("", "", Profile.standard().label());
}

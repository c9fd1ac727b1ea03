package dev.arag.agent.strategy;

import static java.util.Objects.requireNonNull;

/**
 * {@link ToolLoop} with all tools of the run.
 *
 * @param prompt the system prompt; empty for that of the profile
 */
record ARagStrategy(String prompt) implements Strategy {
  static ARagStrategy withPrompt(String prompt) {
    if (requireNonNull(prompt, "prompt").isBlank()) {
      throw new IllegalArgumentException("The system prompt must not be blank.");
    }
    return new ARagStrategy(prompt);
  }

  @Override
  public String name() {
    return StrategyNames.ARAG;
  }

  @Override
  public String run(String question, RunContext run) {
    String text = prompt.isEmpty() ? run.profile().aragPrompt() : prompt;
    return ToolLoop.run(question, run, text, run.tools());
  }
}

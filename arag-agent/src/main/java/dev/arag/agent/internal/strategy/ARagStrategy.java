package dev.arag.agent.internal.strategy;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.ToolLoop;
import dev.arag.tools.Toolbox;

/**
 * {@link ToolLoop} with all tools of the run.
 *
 * @param prompt the system prompt; empty for that of the profile
 */
public record ARagStrategy(String prompt) implements ToolLoop {
  public static ARagStrategy withPrompt(String prompt) {
    if (requireNonNull(prompt, "prompt").isBlank()) {
      throw new IllegalArgumentException("The system prompt must not be blank.");
    }
    return new ARagStrategy(prompt);
  }

  @Override
  public String name() {
    return StrategyGrammar.ARAG;
  }

  @Override
  public String prompt(RunContext run) {
    return prompt.isEmpty() ? run.profile().aragPrompt() : prompt;
  }

  @Override
  public Toolbox tools(RunContext run) {
    return run.tools();
  }
}

package dev.arag.strategies.internal.route;

import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.strategies.internal.name.StrategyName;

/** Answers sub-questions in runs of their own, and the question from their answers. */
public record MultiAgent(Strategy inner) implements Strategy {
  /** The name without the inner strategy. */
  public static final String NAME = "multi-agent";

  @Override
  public String name() {
    return StrategyName.of(NAME).around(inner);
  }

  @Override
  public String run(String question, RunContext run) {
    return new MultiAgentRun(inner, question, run).answer();
  }
}

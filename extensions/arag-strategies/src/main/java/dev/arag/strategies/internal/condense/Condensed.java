package dev.arag.strategies.internal.condense;

import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.strategies.internal.name.StrategyName;

/** Gives the main model the notes of a reader in place of the text of {@code chunk_read}. */
public record Condensed(Strategy inner) implements Strategy {
  /** The name without the inner strategy. */
  public static final String NAME = "condensed";

  @Override
  public String name() {
    return StrategyName.of(NAME).around(inner);
  }

  @Override
  public String run(String question, RunContext run) {
    return inner.run(question, new CondensedRun(run));
  }
}

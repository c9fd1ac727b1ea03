package dev.arag.strategies.internal.faithful;

import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.strategies.internal.name.Options;
import dev.arag.strategies.internal.name.StrategyName;

/**
 * FaithfulRAG: a model states what it remembers, and answers from the texts and from the sentences
 * that are about what it remembers.
 *
 * @param k the number of chunks
 */
public record Faithful(int k) implements Strategy {
  /** The name without options. */
  public static final String NAME = "faithful";

  private static final int CHUNKS = 5;
  private static final int MAX_CHUNKS = 100;

  /**
   * @throws IllegalArgumentException if {@code k} is not 1 to 100
   */
  public Faithful {
    if (k < 1 || k > MAX_CHUNKS) {
      throw new IllegalArgumentException("k must be 1 to " + MAX_CHUNKS + ", was " + k);
    }
  }

  /** Returns the strategy with the options of a name. */
  public static Faithful of(Options options) {
    return new Faithful(options.number("k", CHUNKS, 1, MAX_CHUNKS));
  }

  @Override
  public String name() {
    return StrategyName.of(NAME).option("k", k, CHUNKS).toString();
  }

  @Override
  public String run(String question, RunContext run) {
    return new FaithfulRun(k, question, run).answer();
  }
}

package dev.arag.strategies.internal.plan;

import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.strategies.internal.name.Options;
import dev.arag.strategies.internal.name.StrategyName;

/**
 * MA-RAG: a planner, a step definer, one extractor for each passage, and a QA role.
 *
 * @param k the number of passages for each search
 * @param steps the maximum number of steps
 * @param isGraph whether independent steps are done together, without a step definer
 * @param allowsMemory whether a step without a note may be answered from the model's own knowledge
 */
public record MaRag(int k, int steps, boolean isGraph, boolean allowsMemory) implements Strategy {
  /** The name without options. */
  public static final String NAME = "marag";

  private static final int DEFAULT_PASSAGES = 10;
  private static final int DEFAULT_STEPS = 5;
  private static final int MAX_PASSAGES = 100;
  private static final int MAX_STEPS = 20;

  /**
   * @throws IllegalArgumentException if {@code k} is not 1 to 100, or {@code steps} not 1 to 20
   */
  public MaRag {
    if (k < 1 || k > MAX_PASSAGES || steps < 1 || steps > MAX_STEPS) {
      throw new IllegalArgumentException(
          "k must be 1 to "
              + MAX_PASSAGES
              + " and steps 1 to "
              + MAX_STEPS
              + ", were "
              + k
              + " and "
              + steps);
    }
  }

  /** Returns the strategy with the default options. */
  public static MaRag defaults() {
    return new MaRag(DEFAULT_PASSAGES, DEFAULT_STEPS, false, false);
  }

  /** Returns the strategy with the options of a name. */
  public static MaRag of(Options options) {
    return new MaRag(
        options.number("k", DEFAULT_PASSAGES, 1, MAX_PASSAGES),
        options.number("steps", DEFAULT_STEPS, 1, MAX_STEPS),
        options.word("plan", "list", "list", "graph").equals("graph"),
        options.word("memory", "no", "no", "yes").equals("yes"));
  }

  @Override
  public String name() {
    return StrategyName.of(NAME)
        .option("k", k, DEFAULT_PASSAGES)
        .option("steps", steps, DEFAULT_STEPS)
        .option("plan", isGraph ? "graph" : "list", "list")
        .option("memory", allowsMemory ? "yes" : "no", "no")
        .toString();
  }

  @Override
  public String run(String question, RunContext run) {
    return new MaRagRun(this, question, run).answer();
  }
}

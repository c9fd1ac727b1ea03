package dev.arag.strategies.internal.route;

import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.strategies.internal.name.Options;
import dev.arag.strategies.internal.name.StrategyName;

/**
 * Asks follow-up questions about what an answer does not cover, and merges the answers.
 *
 * @param followUps the maximum number of follow-up questions
 */
public record Covering(Strategy inner, int followUps) implements Strategy {
  /** The name without options and inner strategy. */
  public static final String NAME = "covering";

  private static final int DEFAULT_FOLLOW_UPS = 3;
  private static final int MAX_FOLLOW_UPS = 10;

  /**
   * @throws IllegalArgumentException if {@code followUps} is not 1 to 10
   */
  public Covering {
    if (followUps < 1 || followUps > MAX_FOLLOW_UPS) {
      throw new IllegalArgumentException(
          "followUps must be 1 to " + MAX_FOLLOW_UPS + ", was " + followUps);
    }
  }

  /** Returns the wrapper with the default options. */
  public static Covering of(Strategy inner) {
    return new Covering(inner, DEFAULT_FOLLOW_UPS);
  }

  /** Returns the wrapper with the options of a name. */
  public static Covering of(Strategy inner, Options options) {
    return new Covering(inner, options.number("follow-ups", DEFAULT_FOLLOW_UPS, 1, MAX_FOLLOW_UPS));
  }

  @Override
  public String name() {
    return StrategyName.of(NAME).option("follow-ups", followUps, DEFAULT_FOLLOW_UPS).around(inner);
  }

  @Override
  public String run(String question, RunContext run) {
    String answer = inner.run(question, run);
    return answer.isBlank() ? answer : new CoveringRun(this, question, run, answer).finish();
  }
}

package dev.arag.strategies.internal.ragenta;

import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.strategies.internal.name.Options;
import dev.arag.strategies.internal.name.StrategyName;
import dev.arag.strategies.internal.route.Covering;

/**
 * RAGentA: the documents found are filtered by MAIN-RAG, and follow-up questions complete the
 * answer.
 *
 * @param k the number of documents for the question, and for each follow-up question
 */
public record Ragenta(int k) implements Strategy {
  /** The name without options. */
  public static final String NAME = "ragenta";

  private static final int DOCUMENTS = 20;
  private static final int MAX_DOCUMENTS = 100;

  /**
   * @throws IllegalArgumentException if {@code k} is not 1 to 100
   */
  public Ragenta {
    if (k < 1 || k > MAX_DOCUMENTS) {
      throw new IllegalArgumentException("k must be 1 to " + MAX_DOCUMENTS + ", was " + k);
    }
  }

  /** Returns the strategy with the options of a name. */
  public static Ragenta of(Options options) {
    return new Ragenta(options.number("k", DOCUMENTS, 1, MAX_DOCUMENTS));
  }

  @Override
  public String name() {
    return StrategyName.of(NAME).option("k", k, DOCUMENTS).toString();
  }

  @Override
  public String run(String question, RunContext run) {
    return Covering.of(new FilteredAnswers(k)).run(question, run);
  }
}

package dev.arag.strategies;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.strategy.Strategy;
import java.util.List;

/**
 * Other methods of retrieval-augmented generation. They have the same budgets, records and checked
 * citations as {@link Strategy#arag()}:
 *
 * <pre>{@code
 * Agent.builder(corpus, model).strategy(Strategies.named("graded+naive-rag:k=10")).build();
 * }</pre>
 */
public final class Strategies {
  private Strategies() {}

  /**
   * Returns the strategy with a name of the form {@code [wrapper+]name[:option=value,...]}, such as
   * {@code naive-rag}, {@code graded+naive-rag:k=10} or {@code retrying+graded+naive-rag}.
   *
   * <p>A wrapper changes the strategy after it; a wrapper without such a strategy changes {@link
   * Strategy#arag()}. Options belong to the part that they follow. All names of {@link
   * Strategy#names()} are names too. {@link Strategy#name()} of the result is the canonical name:
   * it has the options that differ from the default, and the name of the wrapped strategy.
   *
   * @throws IllegalArgumentException if a part or an option is unknown; the message names it and
   *     lists what exists
   */
  public static Strategy named(String name) {
    return StrategyTable.find(requireNonNull(name, "name"));
  }

  /** The names of the strategies of this module that are no wrappers, without options. */
  public static List<String> names() {
    return StrategyTable.names();
  }

  /** The names of the wrappers, without options. */
  public static List<String> wrappers() {
    return StrategyTable.wrappers();
  }
}

package dev.arag.strategies.internal.levelrag;

import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.strategies.internal.name.Options;
import dev.arag.strategies.internal.name.StrategyName;

/**
 * LevelRAG. {@code OtherStrategies.levelRag()} describes it.
 *
 * @param rounds the maximum number of rounds of atomic queries
 * @param k the number of documents for an atomic query
 * @param sparse whether keywords are searched
 * @param dense whether meanings are searched
 * @param web the name of the tool that searches the web; empty for none
 */
public record LevelRag(int rounds, int k, boolean sparse, boolean dense, String web)
    implements Strategy {
  public static final String NAME = "levelrag";

  private static final int ROUNDS = 4;
  private static final int DOCUMENTS = 10;
  private static final int MAX_ROUNDS = 10;
  private static final int MAX_DOCUMENTS = 50;
  private static final String ON = "on";
  private static final String OFF = "off";

  public LevelRag {
    if (!sparse && !dense && web.isEmpty()) {
      throw new IllegalArgumentException(
          "levelrag has nothing to search with: set sparse=on, dense=on, or web to the name of a"
              + " tool.");
    }
  }

  /** Returns the strategy with the options of its name. */
  public static LevelRag of(Options options) {
    return new LevelRag(
        options.number("rounds", ROUNDS, 1, MAX_ROUNDS),
        options.number("k", DOCUMENTS, 1, MAX_DOCUMENTS),
        options.word("sparse", ON, ON, OFF).equals(ON),
        options.word("dense", ON, ON, OFF).equals(ON),
        options.text("web", ""));
  }

  /** Returns the strategy with a tool that searches the web. */
  public LevelRag withWeb(String tool) {
    return new LevelRag(rounds, k, sparse, dense, tool);
  }

  @Override
  public String name() {
    return StrategyName.of(NAME)
        .option("rounds", rounds, ROUNDS)
        .option("k", k, DOCUMENTS)
        .option("sparse", word(sparse), ON)
        .option("dense", word(dense), ON)
        .option("web", web, "")
        .toString();
  }

  private static String word(boolean isOn) {
    return isOn ? ON : OFF;
  }

  @Override
  public String run(String question, RunContext run) {
    return new HighLevelSearcher(this, run).answer(question);
  }
}

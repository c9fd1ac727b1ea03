package dev.arag.cli.internal.option;

import dev.arag.agent.Strategies;
import dev.arag.agent.spi.Strategy;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The option {@code --strategy} of commands that answer with one strategy. */
public final class StrategyOption {
  @Option(
      names = "--strategy",
      paramLabel = "NAME",
      defaultValue = "arag",
      description = {
        "The strategy that answers questions. Default: arag.",
        "Names: " + StrategyNames.DESCRIPTION
      },
      completionCandidates = StrategyNames.class)
  private String name;

  /**
   * Checks the name before the corpus is open.
   *
   * @throws UsageException if there is no strategy of this name
   */
  public void check() {
    Strategy unused =
        find(
            () -> {
              StrategyNames.check(name);
              return Strategies.direct();
            });
  }

  /**
   * @param modelName the name of the model, as for {@link StrategyNames#find}
   * @throws UsageException if there is no strategy of this name for this corpus
   */
  public Strategy strategy(OpenCorpus corpus, String modelName) {
    return find(() -> StrategyNames.find(name, corpus, modelName));
  }

  private static Strategy find(Supplier<Strategy> strategy) {
    try {
      return strategy.get();
    } catch (IllegalArgumentException e) {
      throw new UsageException("--strategy: " + e.getMessage());
    }
  }
}

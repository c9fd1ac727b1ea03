package dev.arag.cli.internal.option;

import dev.arag.agent.spi.Strategy;
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
   * @throws UsageException if there is no strategy of this name
   */
  public Strategy strategy() {
    try {
      return StrategyNames.find(name);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--strategy: " + e.getMessage());
    }
  }
}

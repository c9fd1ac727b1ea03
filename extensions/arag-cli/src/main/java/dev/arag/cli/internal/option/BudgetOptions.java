package dev.arag.cli.internal.option;

import dev.arag.agent.budget.Budget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The limits of each run, and the prices of its model. */
public final class BudgetOptions {
  @Option(
      names = "--max-turns",
      paramLabel = "N",
      defaultValue = "15",
      description = "Number of requests to the main model before it must answer. Default: 15.")
  private int maxTurns;

  @Option(
      names = "--max-model-calls",
      paramLabel = "N",
      defaultValue = "60",
      description =
          "Number of requests to all models that the strategy uses, before the main model must"
              + " answer. Default: 60.")
  private int maxModelCalls;

  @Option(
      names = "--context-tokens",
      paramLabel = "N",
      description =
          "Context window of the model, in tokens. Default: ARAG_CONTEXT_TOKENS, or 128000 if not"
              + " set.")
  private @Nullable Integer contextTokens;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "5m",
      converter = TimeoutConverter.class,
      description = "Time limit of each run, such as 90s, 5m or 1h. Default: 5m.")
  private Duration timeout;

  @Option(
      names = "--request-timeout",
      paramLabel = "TIME",
      converter = TimeoutConverter.class,
      description =
          "Time limit of each request to the LLM, such as 20m. Default:"
              + " ARAG_REQUEST_TIMEOUT, or the time left of the run if not set.")
  private @Nullable Duration requestTimeout;

  @Option(
      names = "--prices",
      paramLabel = "FILE",
      description =
          "Show the cost. FILE contains prices per million tokens: {\"input\": 2.5,"
              + " \"cachedInput\": 1.25, \"output\": 10, \"currency\": \"USD\"}")
  private @Nullable Path prices;

  @Option(
      names = "--max-cost",
      paramLabel = "N",
      description = "Cost limit of each run, in the currency of --prices. Default: no limit.")
  private @Nullable Double maxCost;

  /** The time limit of each request; null if the option is absent. */
  public @Nullable Duration requestTimeout() {
    return requestTimeout;
  }

  /** Returns the prices; null if there are none. */
  public @Nullable PriceList readPrices() throws IOException {
    if (maxCost != null && prices == null) {
      throw new UsageException("--max-cost requires --prices FILE with token prices");
    }
    if (prices != null && !Files.isRegularFile(prices)) {
      throw new UsageException("--prices: no such file: " + Utf8Path.toText(prices));
    }
    return prices == null ? null : PriceList.read(prices);
  }

  /**
   * @param priceList the value of {@link #readPrices}
   * @throws UsageException if a limit is invalid
   */
  public Budget budget(@Nullable PriceList priceList) {
    return UsageException.requireValid(
        () -> {
          Budget.Builder budget =
              Budget.builder().maxTurns(maxTurns).maxModelCalls(maxModelCalls).timeout(timeout);
          if (contextTokens != null) {
            budget.contextTokens(contextTokens);
          }
          if (maxCost != null && priceList != null) {
            budget.cost(maxCost, priceList.prices());
          }
          return budget.build();
        });
  }
}

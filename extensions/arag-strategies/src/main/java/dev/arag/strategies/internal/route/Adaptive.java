package dev.arag.strategies.internal.route;

import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.strategies.internal.name.StrategyName;
import dev.arag.strategies.internal.prompt.HelperCall;
import dev.arag.strategies.internal.prompt.Prompt;
import dev.arag.strategies.reply.ReplyText;
import java.util.Map;

/**
 * Adaptive-RAG: a model chooses the strategy for a question.
 *
 * @param none answers a question that needs no document
 * @param single answers a question that needs one search
 * @param multi answers a question that needs several searches, and every question for which the
 *     choice of the model cannot be read
 */
public record Adaptive(Strategy none, Strategy single, Strategy multi) implements Strategy {
  public static final String NAME = "adaptive";
  public static final String NONE = "direct";
  public static final String SINGLE = "naive-rag";
  public static final String MULTI = "arag";

  private static final String ROLE = "router";
  private static final Prompt ROUTE = Prompt.read("route");

  @Override
  public String name() {
    return StrategyName.of(NAME)
        .option("none", none, NONE)
        .option("single", single, SINGLE)
        .option("multi", multi, MULTI)
        .toString();
  }

  @Override
  public String run(String question, RunContext run) {
    return route(run).run(question, run);
  }

  private Strategy route(RunContext run) {
    if (!run.affords(1)) {
      run.warn(
          "adaptive: the budget allowed no call to choose a strategy, so the one for several searches"
              + " ran.");
      return multi;
    }
    String reply = HelperCall.reply(run, ROLE, ROUTE.fill(Map.of("question", run.question())));
    return switch (ReplyText.label(reply, "", "NONE", "SINGLE", "MULTI")) {
      case "NONE" -> none;
      case "SINGLE" -> single;
      case "MULTI" -> multi;
      default -> {
        run.warn(
            "adaptive: the choice could not be read, so the strategy for several searches ran.");
        yield multi;
      }
    };
  }
}

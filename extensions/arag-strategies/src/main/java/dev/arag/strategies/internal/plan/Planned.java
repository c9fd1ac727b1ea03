package dev.arag.strategies.internal.plan;

import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.strategies.internal.name.StrategyName;
import dev.arag.strategies.internal.prompt.HelperCall;
import dev.arag.strategies.internal.prompt.Prompt;
import dev.arag.strategies.internal.run.EarlierQuestions;
import dev.arag.strategies.reply.ReplyText;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Puts a plan behind the question, and renews the plan when it no longer fits. */
public record Planned(Strategy inner) implements Strategy {
  /** The name without the inner strategy. */
  public static final String NAME = "planned";

  /** The role that writes and judges the plan. */
  static final String PLANNER = "planner";

  static final int MAX_STEPS = 5;

  private static final Prompt PROMPT = Prompt.read("planned-planner");
  private static final Prompt QUESTION = Prompt.read("planned-question");

  @Override
  public String name() {
    return StrategyName.of(NAME).around(inner);
  }

  @Override
  public String run(String question, RunContext run) {
    if (!run.as(PLANNER).affords(2)) {
      return inner.run(question, run);
    }
    String prompt =
        PROMPT.fill(Map.of("earlier", EarlierQuestions.text(run), "question", run.question()));
    List<String> plan = ReplyText.list(HelperCall.reply(run, PLANNER, prompt), MAX_STEPS);
    if (plan.isEmpty()) {
      run.warn("planned: the plan could not be read. The question was answered without a plan.");
      return inner.run(question, run);
    }
    String planned = QUESTION.fill(Map.of("question", question, "plan", text(plan)));
    return inner.run(planned, new PlannedRun(run, plan));
  }

  /** Returns a numbered line for each step. */
  static String text(List<String> plan) {
    return IntStream.range(0, plan.size())
        .mapToObj(i -> (i + 1) + ". " + plan.get(i))
        .collect(Collectors.joining("\n"));
  }
}

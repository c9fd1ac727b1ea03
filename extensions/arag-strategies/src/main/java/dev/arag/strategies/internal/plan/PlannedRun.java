package dev.arag.strategies.internal.plan;

import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.agent.spi.RunContext;
import dev.arag.strategies.internal.prompt.HelperCall;
import dev.arag.strategies.internal.prompt.Prompt;
import dev.arag.strategies.internal.run.ForwardingRun;
import dev.arag.strategies.internal.run.Progress;
import dev.arag.strategies.reply.ReplyText;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A run whose main model follows a plan. After some turns, or after a search that showed nothing,
 * the planner is asked whether the plan still fits. A new plan is a message of the user.
 */
final class PlannedRun extends ForwardingRun {
  static final int TURNS_BETWEEN_CHECKS = 3;
  static final int MAX_CHECKS = 5;

  private static final Prompt CHECK_PROMPT = Prompt.read("planned-check");
  private static final Prompt REPLANNER_PROMPT = Prompt.read("planned-replanner");
  private static final Prompt NEW_PLAN = Prompt.read("planned-new-plan");

  private final Progress progress = new Progress();

  /** The new plans, by the number of messages of the strategy that stand before them. */
  private final Map<Integer, Message> newPlans = new TreeMap<>();

  private List<String> plan;
  private int turns;
  private int checks;
  private int checkedCalls;
  private boolean foundNothing;

  PlannedRun(RunContext run, List<String> plan) {
    super(run);
    this.plan = plan;
  }

  @Override
  public Observation call(ToolCall call) {
    Observation observation = super.call(call);
    progress.add(call, observation);
    foundNothing |=
        Toolbox.isSearch(call.name())
            && observation instanceof Observation.Found
            && observation.shown().isEmpty();
    return observation;
  }

  @Override
  public Reply chat(List<Message> messages, Toolbox offered) {
    if (isCheckDue(messages)) {
      check(messages.size());
    }
    Reply reply = super.chat(withNewPlans(messages), offered);
    turns += reply.calls().isEmpty() ? 0 : 1;
    return reply;
  }

  private boolean isCheckDue(List<Message> messages) {
    return (foundNothing || turns >= TURNS_BETWEEN_CHECKS)
        && checks < MAX_CHECKS
        && !messages.isEmpty()
        && messages.get(messages.size() - 1) instanceof Message.ToolResult
        && run().as(Planned.PLANNER).affords(3);
  }

  private void check(int position) {
    if (ReplyText.label(ask(CHECK_PROMPT), "yes", "yes", "no").equals("no")) {
      replan(position);
    }
    checks++;
    turns = 0;
    foundNothing = false;
    checkedCalls = progress.size();
  }

  private void replan(int position) {
    List<String> better = ReplyText.list(ask(REPLANNER_PROMPT), Planned.MAX_STEPS);
    if (better.isEmpty()) {
      warn("planned: a new plan could not be read. The earlier plan stayed.");
    } else if (!better.equals(plan)) {
      plan = better;
      newPlans.put(position, new Message.User(NEW_PLAN.fill(Map.of("plan", Planned.text(plan)))));
    }
  }

  /**
   * Asks the planner. The prompt has the results since the last check, or no results if they do not
   * fit. The reply is blank if the calls alone do not fit either.
   */
  private String ask(Prompt prompt) {
    return Stream.of(progress.text(checkedCalls), progress.summary())
        .map(
            done ->
                prompt.fill(
                    Map.of("question", question(), "plan", Planned.text(plan), "progress", done)))
        .filter(each -> run().freeTokens(List.of(new Message.User(each))) > 0)
        .findFirst()
        .map(fitting -> HelperCall.reply(run(), Planned.PLANNER, fitting))
        .orElse("");
  }

  /** Inserts the new plans at the places where they were first sent. */
  private List<Message> withNewPlans(List<Message> messages) {
    List<Message> all = new ArrayList<>(messages);
    int inserted = 0;
    for (Map.Entry<Integer, Message> each : newPlans.entrySet()) {
      if (each.getKey() <= messages.size()) {
        all.add(each.getKey() + inserted, each.getValue());
        inserted++;
      }
    }
    return all;
  }
}

package dev.arag.agent.internal.loop;

import dev.arag.agent.LoopMessage;
import dev.arag.agent.model.Reply;
import dev.arag.agent.model.Tokens;

/**
 * The objects that are shared by the classes that implement the loop of one run.
 *
 * @param budget the limits of the run and the usage so far
 * @param recorder records the steps and sends the events of the run
 * @param repetitionDetector tracks the searches of the run and the text that they showed
 * @param compactor replaces old results with stubs
 */
public record LoopContext(
    LoopRules rules,
    BudgetTracker budget,
    TrajectoryRecorder recorder,
    RepetitionDetector repetitionDetector,
    HistoryCompactor compactor,
    RequestTokenCounter counter) {

  /** Returns the size of a request in o200k tokens. */
  public int count(Request request) {
    return counter.count(request.messages(), request.offered());
  }

  /**
   * Adds the token usage of a reply to the budget, and returns the reply with this usage. If the
   * server reported none, it is estimated.
   */
  public Reply addUsage(Reply reply, String role, int requestTokens) {
    Tokens reported = reply.tokens();
    Tokens tokens =
        reported == null
            ? Tokens.estimated(requestTokens, counter.count(reply.message()))
            : reported;
    budget.addTokens(role, tokens);
    return reply.withTokens(tokens);
  }

  String message(LoopMessage message) {
    return rules.messages().of(message);
  }

  String message(LoopMessage message, String name, Object value) {
    return rules.messages().of(message, name, value);
  }
}

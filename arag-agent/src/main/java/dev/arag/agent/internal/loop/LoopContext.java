package dev.arag.agent.internal.loop;

import dev.arag.agent.LoopMessage;

/**
 * The parts that all pieces of one run's loop share.
 *
 * @param budget limits of the run and what is used of them
 * @param recorder steps and events of the run
 * @param stallDetector searches and results of the run
 * @param compactor results that were replaced by stubs
 */
public record LoopContext(
    LoopRules rules,
    BudgetTracker budget,
    TrajectoryRecorder recorder,
    StallDetector stallDetector,
    HistoryCompactor compactor,
    RequestTokenCounter counter) {

  /** Size of a request, in o200k tokens. */
  public int count(Request request) {
    return counter.count(request.messages(), request.offered());
  }

  String message(LoopMessage message) {
    return rules.messages().of(message);
  }

  String message(LoopMessage message, String name, Object value) {
    return rules.messages().of(message, name, value);
  }
}

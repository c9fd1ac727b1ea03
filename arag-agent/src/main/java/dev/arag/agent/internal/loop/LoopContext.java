package dev.arag.agent.internal.loop;

import dev.arag.agent.LoopMessage;

/**
 * The objects that the classes of one run's loop share.
 *
 * @param budget the limits of the run and their usage
 * @param recorder the steps and events of the run
 * @param repetitionDetector the searches of the run and the text shown
 * @param compactor the results that were replaced by stubs
 */
public record LoopContext(
    LoopRules rules,
    BudgetTracker budget,
    TrajectoryRecorder recorder,
    RepetitionDetector repetitionDetector,
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

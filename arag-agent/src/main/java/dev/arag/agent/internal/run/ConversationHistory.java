package dev.arag.agent.internal.run;

import dev.arag.agent.internal.loop.HistoryCompactor;
import dev.arag.agent.model.Message;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.Trajectory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What came before a question of a conversation.
 *
 * @param exchanges the messages of each answered question, as they were sent, with its answer
 * @param trajectories the record of each question, those without an answer too
 * @param stubs which results were shrunk; null before the first answer
 * @param wereCallsOver whether the model was last told that no tool may be called any more
 */
public record ConversationHistory(
    List<List<Message>> exchanges,
    List<Trajectory> trajectories,
    @Nullable HistoryCompactor stubs,
    boolean wereCallsOver) {
  static final ConversationHistory NONE =
      new ConversationHistory(List.of(), List.of(), null, false);

  public ConversationHistory {
    exchanges = List.copyOf(exchanges);
    trajectories = List.copyOf(trajectories);
  }

  ConversationHistory answered(
      Trajectory record, List<Message> exchange, HistoryCompactor shrunk, boolean areCallsOver) {
    return new ConversationHistory(
        longer(exchanges, exchange), longer(trajectories, record), shrunk, areCallsOver);
  }

  /** A question without an answer leaves the history as it was. */
  ConversationHistory failed(Trajectory record) {
    return new ConversationHistory(exchanges, longer(trajectories, record), stubs, wereCallsOver);
  }

  /** With another record of the last question. */
  ConversationHistory withLast(Trajectory record) {
    List<Trajectory> others = trajectories.subList(0, trajectories.size() - 1);
    return new ConversationHistory(exchanges, longer(others, record), stubs, wereCallsOver);
  }

  private static <T> List<T> longer(List<T> list, T last) {
    List<T> longer = new ArrayList<>(list);
    longer.add(last);
    return longer;
  }

  List<Message> messages() {
    return exchanges.stream().flatMap(List::stream).toList();
  }

  /** The tool calls of all questions. */
  public List<Step.ToolUse> toolUses() {
    return trajectories.stream()
        .flatMap(record -> record.steps().stream())
        .filter(Step.ToolUse.class::isInstance)
        .map(Step.ToolUse.class::cast)
        .toList();
  }

  /**
   * Without the oldest questions if all are too long together. Half of what is allowed is then
   * freed, so that it happens rarely.
   *
   * @param size the tokens an exchange needs at least
   */
  ConversationHistory within(int mostTokens, ToIntFunction<List<Message>> size) {
    int total = exchanges.stream().mapToInt(size).sum();
    if (total <= mostTokens) {
      return this;
    }
    int first = 0;
    while (first < exchanges.size() && total > mostTokens / 2) {
      total -= size.applyAsInt(exchanges.get(first));
      first++;
    }
    return new ConversationHistory(
        exchanges.subList(first, exchanges.size()), trajectories, stubs, wereCallsOver);
  }
}

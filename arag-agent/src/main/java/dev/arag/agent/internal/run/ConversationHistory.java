package dev.arag.agent.internal.run;

import dev.arag.agent.internal.loop.HistoryCompactor;
import dev.arag.agent.internal.loop.Request;
import dev.arag.agent.internal.model.HistoryNormalizer;
import dev.arag.agent.model.Message;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.tools.Toolbox;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The earlier questions of a conversation.
 *
 * @param exchanges for each answered question, the messages as they were sent, followed by the
 *     answer
 * @param trajectories the trajectory of each question, including those without an answer
 * @param compactor the compactor of the last answered question; null before the first answer
 * @param isAfterClosingCall whether the last request to the model was a closing call, which forbids
 *     tool calls
 */
public record ConversationHistory(
    List<List<Message>> exchanges,
    List<Trajectory> trajectories,
    @Nullable HistoryCompactor compactor,
    boolean isAfterClosingCall) {
  static final ConversationHistory EMPTY =
      new ConversationHistory(List.of(), List.of(), null, false);

  public ConversationHistory {
    exchanges = List.copyOf(exchanges);
    trajectories = List.copyOf(trajectories);
  }

  /** Returns this history with one more question that was answered. */
  ConversationHistory withAnswer(
      Trajectory trajectory,
      List<Message> exchange,
      HistoryCompactor newCompactor,
      boolean hasClosed) {
    return new ConversationHistory(
        append(exchanges, exchange), append(trajectories, trajectory), newCompactor, hasClosed);
  }

  /**
   * Returns this history with the trajectory of a question that was not answered. The messages of
   * this question are omitted.
   */
  ConversationHistory withoutAnswer(Trajectory trajectory) {
    return new ConversationHistory(
        exchanges, append(trajectories, trajectory), compactor, isAfterClosingCall);
  }

  /** Returns this history with a different trajectory for the last question. */
  ConversationHistory withLast(Trajectory trajectory) {
    List<Trajectory> others = trajectories.subList(0, trajectories.size() - 1);
    return new ConversationHistory(
        exchanges, append(others, trajectory), compactor, isAfterClosingCall);
  }

  private static <T> List<T> append(List<T> list, T last) {
    List<T> longer = new ArrayList<>(list);
    longer.add(last);
    return longer;
  }

  List<Message> messages() {
    return exchanges.stream().flatMap(List::stream).toList();
  }

  /** Returns the tool calls of all questions. */
  public List<Step.ToolUse> toolUses() {
    return trajectories.stream()
        .flatMap(trajectory -> trajectory.steps().stream())
        .filter(Step.ToolUse.class::isInstance)
        .map(Step.ToolUse.class::cast)
        .toList();
  }

  /**
   * Returns the messages that a question adds to this history: the new messages of its last
   * request, followed by the answer. If the strategy did not send this history in its last request,
   * only the question and the answer are returned.
   *
   * @param last the last request of the question
   * @param current the compactor of the question
   */
  List<Message> exchange(Request last, HistoryCompactor current, String question, String answer) {
    List<Message> sent =
        last.messages().stream().filter(each -> !(each instanceof Message.System)).toList();
    List<Message> before = current.apply(new Request(messages(), Toolbox.empty())).messages();
    boolean isContinued =
        sent.size() > before.size() && sent.subList(0, before.size()).equals(before);
    List<Message> exchange =
        new ArrayList<>(
            isContinued
                ? sent.subList(before.size(), sent.size())
                : List.of(new Message.User(question)));
    exchange.add(Message.Assistant.of(answer));
    return HistoryNormalizer.of(exchange);
  }

  /**
   * Returns this history, without the oldest questions if it exceeds the limit. In this case
   * questions are removed until the history uses at most half of the limit, so that this happens
   * rarely.
   *
   * @param size returns the minimum size of an exchange in tokens
   */
  ConversationHistory within(int maxTokens, ToIntFunction<List<Message>> size) {
    int total = exchanges.stream().mapToInt(size).sum();
    if (total <= maxTokens) {
      return this;
    }
    int first = 0;
    while (first < exchanges.size() && total > maxTokens / 2) {
      total -= size.applyAsInt(exchanges.get(first));
      first++;
    }
    return new ConversationHistory(
        exchanges.subList(first, exchanges.size()), trajectories, compactor, isAfterClosingCall);
  }
}

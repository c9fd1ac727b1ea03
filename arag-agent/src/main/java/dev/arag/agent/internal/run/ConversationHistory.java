package dev.arag.agent.internal.run;

import dev.arag.agent.internal.loop.EvidenceReducer;
import dev.arag.agent.internal.loop.HistoryCompactor;
import dev.arag.agent.internal.model.HistoryNormalizer;
import dev.arag.agent.internal.model.ModelsByRole;
import dev.arag.agent.internal.model.Request;
import dev.arag.agent.model.Message;
import dev.arag.agent.step.Step;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.tools.Toolbox;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * The earlier questions of a conversation.
 *
 * @param exchanges for each answered question, the messages as they were sent, followed by the
 *     answer
 * @param trajectories the trajectory of each question, including those without an answer
 * @param isAfterClosingCall whether the last request to the model was a closing call, which forbids
 *     tool calls
 */
public record ConversationHistory(
    List<List<Message>> exchanges, List<Trajectory> trajectories, boolean isAfterClosingCall) {
  private static final ConversationHistory EMPTY =
      new ConversationHistory(List.of(), List.of(), false);

  public ConversationHistory {
    exchanges = List.copyOf(exchanges);
    trajectories = List.copyOf(trajectories);
  }

  /** Returns the history after the given questions, oldest first. */
  static ConversationHistory of(List<Trajectory> trajectories) {
    ConversationHistory history = EMPTY;
    for (Trajectory trajectory : trajectories) {
      history = history.with(trajectory);
    }
    return history;
  }

  /**
   * Returns this history with one more question. The messages of a question without an answer are
   * omitted. If the trajectory was written by a release that did not record the messages, the
   * history contains only the question and the answer.
   */
  ConversationHistory with(Trajectory trajectory) {
    List<Trajectory> all = append(trajectories, trajectory);
    return trajectory
        .answer()
        .map(
            answer -> new ConversationHistory(after(trajectory, answer), all, isClosed(trajectory)))
        .orElseGet(() -> new ConversationHistory(exchanges, all, isAfterClosingCall));
  }

  private List<List<Message>> after(Trajectory trajectory, String answer) {
    return trajectory.exchanges().isEmpty()
        ? append(
            exchanges,
            List.of(new Message.User(trajectory.question()), Message.Assistant.of(answer)))
        : trajectory.exchanges();
  }

  private static boolean isClosed(Trajectory trajectory) {
    return trajectory.steps().stream()
        .anyMatch(
            step ->
                step instanceof Step.ModelCall call
                    && call.request().isClosing()
                    && call.role().equals(ModelsByRole.MAIN));
  }

  /** Returns this history with a different trajectory for the last question. */
  ConversationHistory withLast(Trajectory trajectory) {
    List<Trajectory> others = trajectories.subList(0, trajectories.size() - 1);
    return new ConversationHistory(
        trajectory.exchanges().isEmpty() ? exchanges : trajectory.exchanges(),
        append(others, trajectory),
        isAfterClosingCall);
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
    return toolUses(trajectories.stream()).toList();
  }

  /** Returns the tool calls of the questions that were answered. */
  List<Step.ToolUse> toolUsesWithAnswer() {
    return toolUses(trajectories.stream().filter(each -> each.answer().isPresent())).toList();
  }

  static Stream<Step.ToolUse> toolUses(Stream<Trajectory> trajectories) {
    return trajectories
        .flatMap(trajectory -> trajectory.steps().stream())
        .filter(Step.ToolUse.class::isInstance)
        .map(Step.ToolUse.class::cast);
  }

  /**
   * Returns the exchanges after a question. The exchange of the question consists of the new
   * messages of its last request, followed by the answer. If the strategy did not send this history
   * and the question in its last request, the exchange consists of the question and the answer.
   *
   * @param last the last request of the question
   * @param compactor the compactor of the question
   * @param reducer shortens the exchange of the question
   */
  List<List<Message>> exchangesAfter(
      Request last,
      HistoryCompactor compactor,
      EvidenceReducer reducer,
      String question,
      String answer) {
    List<List<Message>> all = new ArrayList<>();
    exchanges.forEach(exchange -> all.add(compact(exchange, compactor)));
    List<Message> before = all.stream().flatMap(List::stream).toList();
    List<Message> sent =
        last.messages().stream().filter(each -> !(each instanceof Message.System)).toList();
    boolean isContinued =
        sent.size() > before.size()
            && sent.subList(0, before.size()).equals(before)
            && contains(question, sent.subList(before.size(), sent.size()));
    List<Message> exchange =
        new ArrayList<>(
            isContinued
                ? sent.subList(before.size(), sent.size())
                : List.of(new Message.User(question)));
    exchange.add(Message.Assistant.of(answer));
    all.add(reducer.reduce(compact(HistoryNormalizer.of(exchange), compactor)));
    return all;
  }

  /** The last request may be about another question, such as a follow-up question of a strategy. */
  private static boolean contains(String question, List<Message> sent) {
    String text = HistoryNormalizer.of(List.of(new Message.User(question))).get(0).text();
    return sent.stream()
        .anyMatch(each -> each instanceof Message.User && each.text().contains(text));
  }

  private static List<Message> compact(List<Message> exchange, HistoryCompactor compactor) {
    return compactor.apply(new Request(exchange, Toolbox.empty())).messages();
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
        exchanges.subList(first, exchanges.size()), trajectories, isAfterClosingCall);
  }
}

package dev.arag.agent.internal.loop;

import dev.arag.agent.LoopMessage;
import dev.arag.agent.trajectory.Step;
import dev.arag.tools.ContextTracker;
import dev.arag.tools.Observation;
import dev.arag.tools.RetrievalTool;
import dev.arag.tools.ToolCall;
import dev.arag.tools.Toolbox;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Answers the tool calls of one run. A call is either executed or answered with the reason why it
 * is not executed.
 */
public final class ToolCallDispatcher {
  private final LoopContext loop;
  private final Toolbox tools;
  private final ContextTracker tracker;
  private final ToolTimeout timeout;
  private final NextRequestEstimator nextRequest;
  private final ResultNotes notes;
  private @Nullable Throwable failure;

  /**
   * @param tools the tools for calls that a strategy makes; calls of the model use the tools that
   *     its request offered
   * @param earlierQuestions the tool calls of the conversation's earlier questions
   */
  public ToolCallDispatcher(
      LoopContext loop,
      Toolbox tools,
      ContextTracker tracker,
      ToolTimeout timeout,
      List<Step.ToolUse> earlierQuestions) {
    this.loop = loop;
    this.tools = tools;
    this.tracker = tracker;
    this.timeout = timeout;
    nextRequest = new NextRequestEstimator(loop, earlierQuestions);
    notes = new ResultNotes(loop, tracker);
  }

  public Toolbox tools() {
    return tools;
  }

  /** Returns the exception with which the custom tool of the last call failed. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  /** Answers a tool call that was made after the last reply of the main model. */
  public Observation answer(ToolCall call, Turn turn) {
    failure = null;
    if (!turn.isCallOfModel(call)) {
      return execute(call, tools, turn);
    }
    turn.addAnsweredCall();
    Observation observation = answerModel(call, turn);
    return loop.rules().isPaper() ? observation : notes.addTo(observation, call, turn);
  }

  private Observation answerModel(ToolCall call, Turn turn) {
    Toolbox offered = turn.request().offered();
    if (turn.isTruncated()) {
      return offered.reject(call, loop.message(LoopMessage.CUT_CALL));
    }
    String canonical = loop.rules().isPaper() ? "" : offered.canonical(call).orElse("");
    Observation same = turn.results().get(canonical);
    if (same != null) {
      return same instanceof Observation.Rejected
          ? same
          : found(loop.message(LoopMessage.SAME_CALL));
    }
    if (!loop.rules().isPaper() && turn.executedCalls() == LoopRules.MAX_CALLS_PER_TURN) {
      return new Observation.Rejected(
          loop.message(LoopMessage.TOO_MANY_CALLS, "calls", LoopRules.MAX_CALLS_PER_TURN));
    }
    Optional<RepetitionDetector.Search> earlier =
        loop.repetitionDetector()
            .earlierSearch(canonical)
            .filter(each -> nextRequest.keeps(each, turn));
    if (earlier.isPresent()) {
      return found(notes.repeatedSearch(earlier.get().turn(), offered));
    }
    turn.addExecutedCall();
    Observation observation = execute(call, offered, turn);
    if (!canonical.isEmpty()) {
      turn.results().put(canonical, observation);
    }
    return observation;
  }

  private static Observation found(String text) {
    return new Observation.Found(text, List.of());
  }

  private Observation execute(ToolCall call, Toolbox box, Turn turn) {
    BudgetTracker budget = loop.budget();
    if (!budget.isAnyToolCallLeft()) {
      return new Observation.Rejected(loop.message(LoopMessage.NO_CALLS_LEFT));
    }
    String tool = box.findTool(call).map(RetrievalTool::name).orElse("");
    if (!budget.isToolCallLeft(tool)) {
      return new Observation.Rejected(loop.message(LoopMessage.NO_CALLS_OF_TOOL, "tool", tool));
    }
    int freeTokens = nextRequest.freeTokens(turn);
    if (freeTokens < Toolbox.MIN_RESULT_TOKENS) {
      return new Observation.Rejected(loop.message(LoopMessage.WINDOW_FULL));
    }
    budget.addToolCall(tool);
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Observation late = new Observation.Rejected(loop.message(LoopMessage.TOOL_LATE, "tool", tool));
    Observation observation =
        timeout.call(
            budget.timeForTurn(),
            late,
            box.withMaxResultTokens(Math.min(freeTokens, box.maxResultTokens()))
                .withFailureListener((failed, failure) -> thrown.set(failure)),
            timed -> timed.call(call, tracker, section -> nextRequest.contains(section, turn)));
    // A tool that was interrupted at the deadline may fail afterwards.
    failure = observation == late ? null : thrown.get();
    return observation;
  }

  /**
   * Whether a call is a call of one of the built-in tools, which show chunks of the corpus. The
   * tools of some strategies are not in the toolbox of the run.
   */
  public static boolean isCorpusTool(Toolbox tools, ToolCall call) {
    return tools
        .findTool(call)
        .map(RetrievalTool::name)
        .or(() -> Optional.of(call.name()).filter(Toolbox.NAIVE_EMBEDDING_SEARCH::equals))
        .filter(name -> Toolbox.isSearch(name) || name.equals(Toolbox.CHUNK_READ))
        .isPresent();
  }
}

package dev.arag.agent.internal.loop;

import dev.arag.agent.event.RunEvent;
import dev.arag.agent.internal.concurrent.ContextTask;
import dev.arag.agent.internal.concurrent.TimedCalls;
import dev.arag.agent.internal.failure.StackTraceText;
import dev.arag.agent.model.Message;
import dev.arag.agent.spi.LoopMessage;
import dev.arag.agent.spi.Shown;
import dev.arag.agent.step.Step;
import dev.arag.core.corpus.Hit;
import dev.arag.core.internal.failure.Causes;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.CorpusText;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.ToolCall;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Answers the tool calls of one run. A call is either executed or answered with the reason why it
 * is not executed. Built-in tools run on the thread of the run, which is interrupted at the
 * deadline; searches and most embedders stop when they are interrupted. A custom tool may ignore
 * the interrupt, so each of its calls runs on a new thread, which is interrupted and abandoned at
 * the deadline.
 */
public final class ToolCaller {
  private final RunState run;
  private final Toolbox tools;
  private final TimedCalls threads;
  private final UnaryOperator<String> redactor;

  /**
   * @param tools the tools for calls that a strategy makes; calls of the model use the tools that
   *     its request offered
   * @param threads the threads of the custom tools
   * @param redactor removes API keys from a text
   */
  public ToolCaller(
      RunState run, Toolbox tools, TimedCalls threads, UnaryOperator<String> redactor) {
    this.run = run;
    this.tools = tools;
    this.threads = threads;
    this.redactor = redactor;
  }

  public Toolbox tools() {
    return tools;
  }

  /** The answer to a call, and the exception with which a custom tool failed. */
  private record Answer(Observation observation, @Nullable Throwable failure) {}

  /**
   * Answers and records a tool call that was made after the last reply of the main model.
   *
   * @throws BudgetExhaustedException if the run was cancelled
   */
  public Observation call(ToolCall call, Turn turn) {
    run.budget().requireNotCancelled();
    Duration start = run.budget().elapsed();
    run.recorder().send(new RunEvent.ToolCalled(run.budget().modelCalls(), call));
    Answer answer = answer(call, turn);
    Observation observation = answer.observation();
    turn.addResultTokens(run.counter().count(Message.ToolResult.of(call, observation)));
    run.compactor().addResult(call, observation);
    Duration elapsed = run.budget().elapsed().minus(start);
    run.recorder().add(step(call, answer, elapsed));
    return observation;
  }

  private Step step(ToolCall call, Answer answer, Duration elapsed) {
    int number = run.budget().modelCalls();
    Throwable failure = answer.failure();
    return failure == null
        ? new Step.ToolUse(number, call, answer.observation(), elapsed)
        : new Step.ToolUse(
            number,
            call,
            answer.observation(),
            StackTraceText.of(failure, redactor),
            failure.getClass().getName(),
            elapsed);
  }

  private Answer answer(ToolCall call, Turn turn) {
    if (!turn.isCallOfModel(call)) {
      return execute(call, tools, turn);
    }
    turn.addAnsweredCall();
    Answer answer = answerModel(call, turn);
    return run.rules().guidesModel()
        ? new Answer(ResultNotes.addTo(run, answer.observation(), call, turn), answer.failure())
        : answer;
  }

  private Answer answerModel(ToolCall call, Turn turn) {
    Toolbox offered = turn.request().offered();
    if (turn.isTruncated()) {
      return rejected(offered.reject(call, run.message(LoopMessage.CUT_CALL)));
    }
    String canonical = run.rules().guidesModel() ? offered.canonical(call).orElse("") : "";
    Observation same = turn.results().get(canonical);
    if (same != null) {
      return same instanceof Observation.Rejected
          ? rejected(same)
          : found(run.message(LoopMessage.SAME_CALL));
    }
    if (run.rules().guidesModel() && turn.executedCalls() == LoopRules.MAX_CALLS_PER_TURN) {
      return rejected(
          run.message(LoopMessage.TOO_MANY_CALLS, "calls", LoopRules.MAX_CALLS_PER_TURN));
    }
    Optional<RepetitionDetector.Search> earlier =
        run.repetitionDetector()
            .earlierSearch(canonical)
            .filter(each -> NextRequestEstimator.keeps(run, each, turn));
    if (earlier.isPresent()) {
      return found(ResultNotes.repeatedSearch(run, earlier.get().turn(), offered));
    }
    turn.addExecutedCall();
    Answer answer = execute(call, offered, turn);
    if (!canonical.isEmpty()) {
      turn.results().put(canonical, answer.observation());
    }
    return answer;
  }

  private static Answer found(String text) {
    return new Answer(new Observation.Found(text, List.of()), null);
  }

  private static Answer rejected(String text) {
    return rejected(new Observation.Rejected(text));
  }

  private static Answer rejected(Observation observation) {
    return new Answer(observation, null);
  }

  private Answer execute(ToolCall call, Toolbox box, Turn turn) {
    BudgetTracker budget = run.budget();
    if (!budget.isAnyToolCallLeft()) {
      return rejected(run.message(LoopMessage.NO_CALLS_LEFT));
    }
    String tool = box.findTool(call).map(RetrievalTool::name).orElse("");
    if (!budget.isToolCallLeft(tool)) {
      return rejected(run.message(LoopMessage.NO_CALLS_OF_TOOL, "tool", tool));
    }
    int freeTokens = NextRequestEstimator.freeTokens(run, turn);
    if (freeTokens < Toolbox.MIN_RESULT_TOKENS) {
      return rejected(run.message(LoopMessage.WINDOW_FULL));
    }
    budget.addToolCall(tool);
    String late = run.message(LoopMessage.TOOL_LATE, "tool", tool);
    Duration left = budget.timeForTurn();
    return left.isZero() || run.recorder().clock().isRejected(late)
        ? rejected(late)
        : executeInTime(
            call,
            box.withMaxResultTokens(Math.min(freeTokens, box.maxResultTokens())),
            turn,
            run.recorder().clock().limit(left),
            late);
  }

  private Answer executeInTime(
      ToolCall call, Toolbox box, Turn turn, Duration atMost, String late) {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    TimedCalls.Timer timer = TimedCalls.interruptAfter(atMost);
    Execution execution = new Execution(timer, atMost);
    try {
      Observation observation =
          box.withFailureListener((tool, thrown) -> failure.set(thrown))
              .withCustomCalls(tool -> () -> execution.call(tool))
              .call(
                  call,
                  run.tracker(),
                  section -> NextRequestEstimator.contains(run, section, turn));
      run.budget().requireNotCancelled();
      return execution.isLate() ? rejected(late) : new Answer(observation, failure.get());
    } catch (RuntimeException e) {
      if (timer.stop()) {
        return rejected(late);
      }
      throw e;
    } finally {
      timer.stop();
    }
  }

  /** The execution of one tool call with a time limit. */
  private final class Execution {
    private final TimedCalls.Timer timer;
    private final Duration atMost;
    private @Nullable Throwable ending;

    /**
     * @param timer interrupts a tool that runs on the current thread
     */
    Execution(TimedCalls.Timer timer, Duration atMost) {
      this.timer = timer;
      this.atMost = atMost;
    }

    /**
     * Whether the call exceeded its time limit, or was not made because too many calls are stuck.
     *
     * @throws ContextTask.FailedException if the context could not be transferred
     */
    boolean isLate() {
      if (ending instanceof ContextTask.FailedException failed) {
        throw failed;
      }
      return ending != null;
    }

    /**
     * Runs a custom tool on another thread. Failures of the tool are thrown; any other failure ends
     * the execution.
     */
    Observation call(Supplier<Observation> tool) {
      timer.stop();
      Throwable failure = null;
      try {
        TimedCalls.Call<Observation> call =
            new TimedCalls.Call<>(tool::get, run.recorder().context());
        threads.run(List.of(call), () -> 1, atMost);
        failure = call.failure();
        if (failure == null) {
          return Objects.requireNonNull(call.value());
        }
      } catch (ContextTask.FailedException e) {
        failure = e;
      }
      if (failure instanceof ContextTask.FailedException
          || failure instanceof TimedCalls.StuckException
          || failure instanceof TimeoutException) {
        ending = failure;
      } else if (!Thread.currentThread().isInterrupted()) {
        throw Causes.unchecked(new ExecutionException(failure));
      }
      return new Observation.Rejected("The call has ended.");
    }
  }

  /** Renders whole chunks for a prompt of the strategy and records them as shown. */
  public Shown show(List<ChunkId> chunks) {
    return show(
        "chunk_ids",
        chunks,
        () ->
            CorpusText.chunks(
                chunks, run.corpus(), run.rules().profile().textFormat(), run.tracker()));
  }

  /** Renders hits for a prompt of the strategy and records them as shown. */
  public Shown showHits(List<? extends Hit> hits) {
    return show(
        "hits",
        hits.stream().map(Hit::chunkId).toList(),
        () ->
            CorpusText.hits(hits, run.corpus(), run.rules().profile().textFormat(), run.tracker()));
  }

  private Shown show(String argument, List<ChunkId> chunks, Supplier<Observation> render) {
    run.budget().requireNotCancelled();
    Duration start = run.budget().elapsed();
    Observation observation = render.get();
    List<String> ids = chunks.stream().map(ChunkId::value).toList();
    String arguments = ToolCall.of(Step.ToolUse.SHOW, Map.of(argument, ids)).arguments();
    ToolCall call = ToolCall.of(Step.ToolUse.SHOW, Step.ToolUse.SHOW, arguments);
    Duration elapsed = run.budget().elapsed().minus(start);
    run.recorder().add(new Step.ToolUse(run.budget().modelCalls(), call, observation, elapsed));
    return new Shown(observation.text(), observation.shown());
  }

  /** Returns the name of the called tool, without what the model may have added to it. */
  public String nameOf(ToolCall call) {
    return tools.findTool(call).map(RetrievalTool::name).orElse(call.name());
  }

  /** Whether a search, a read or the strategy showed the chunk for an earlier question. */
  public boolean wasShownEarlier(ChunkId chunk) {
    return run.earlier().stream()
        .filter(use -> use.isShow() || isCorpusTool(use.call()))
        .flatMap(use -> use.observation().shown().stream())
        .anyMatch(snippet -> snippet.chunkId().equals(chunk));
  }

  /**
   * Whether a call is a call of a tool that shows chunks of the corpus. The tools of some
   * strategies are not in the toolbox of the run.
   */
  private boolean isCorpusTool(ToolCall call) {
    String name = nameOf(call);
    return Toolbox.isSearch(name) || name.equals(Toolbox.CHUNK_READ);
  }
}

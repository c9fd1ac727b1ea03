package dev.arag.agent.internal.run;

import dev.arag.agent.event.RunEvent;
import dev.arag.agent.internal.concurrent.TimedCalls;
import dev.arag.agent.internal.loop.BudgetTracker;
import dev.arag.agent.internal.loop.RunState;
import dev.arag.agent.internal.model.CallOptions;
import dev.arag.agent.internal.model.CallOptions.FailedAttempt;
import dev.arag.agent.internal.model.ModelClient;
import dev.arag.agent.internal.model.ModelFailures;
import dev.arag.agent.internal.model.Request;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.step.Step;
import dev.arag.core.internal.failure.Causes;
import dev.arag.tools.call.RetrievalTool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to the model of one role at the same time, and records them. The steps are
 * recorded in the order of the requests after all calls have ended, so that the trajectory does not
 * depend on the order of the replies. Those of a single request can be passed on as they happen.
 */
final class CallGroup {
  private static final String RATE_LIMIT = "rate_limit";

  private final RunState run;
  private final BudgetTracker budget;
  private final ModelClient model;
  private final String role;
  private final boolean isFinal;
  private final boolean isLive;
  private final CallSettings settings;
  private final Listener listener;
  private final List<GroupCall> calls = new ArrayList<>();
  private long endNanos;

  /** Receives what happens during the calls, on the thread of the run. */
  interface Listener {
    /** A request is about to be sent again. */
    void onRetry();

    /** A part of the reply arrived. */
    void onText(String text);

    /** The server rejected a request because of a rate limit. */
    void onRateLimit();
  }

  /**
   * A request that was sent. Either the reply or the failure is null.
   *
   * @param reply the reply as the model sent it, with its token usage
   */
  record Sent(Request request, @Nullable Reply reply, @Nullable ModelException failure) {}

  /**
   * @param isFinal whether the requests may use the time that is reserved for the closing call
   * @param isLive whether retries and text are passed on as they happen; for a single request only
   */
  CallGroup(
      RunState run,
      ModelClient model,
      String role,
      boolean isFinal,
      boolean isLive,
      CallSettings settings,
      Listener listener) {
    this.run = run;
    this.budget = run.budget();
    this.model = model;
    this.role = role;
    this.isFinal = isFinal;
    this.isLive = isLive;
    this.settings = settings;
    this.listener = listener;
  }

  /**
   * Sends the requests and waits for all replies. If the current thread is interrupted, the calls
   * are interrupted, and the interrupt flag stays set.
   *
   * @param requests the requests; their calls were counted, and the last one has the number {@link
   *     BudgetTracker#modelCalls()}
   * @param number the number of the group; null for a single request
   * @param width returns how many calls may run at the same time
   * @return the results in the order of the requests
   */
  List<Sent> send(List<Request> requests, @Nullable Integer number, IntSupplier width) {
    int first = budget.modelCalls() - requests.size() + 1;
    for (Request request : requests) {
      int turn = first + calls.size();
      run.recorder()
          .send(
              new RunEvent.TurnStarted(turn, role, model.name().model(), model.name().provider()));
      calls.add(new GroupCall(request, turn));
    }
    Duration start = budget.elapsed();
    // Read now, because an earlier request or an observer may have used some of the time.
    Duration left = isFinal ? budget.remaining().timeout() : budget.timeForTurn();
    Duration limit = run.recorder().clock().limit(left);
    endNanos = System.nanoTime() + limit.toNanos();
    model
        .threads()
        .run(
            calls.stream().map(each -> each.call).toList(),
            model.isOrdered() ? () -> 1 : width,
            limit);
    Duration elapsed = budget.elapsed().minus(start);
    return calls.stream().map(each -> each.record(number, limit, elapsed)).toList();
  }

  /** One call of the group. */
  private final class GroupCall {
    private final Request request;
    private final int turn;
    private final List<FailedAttempt> failedAttempts = new ArrayList<>();
    private final TimedCalls.Call<Reply> call;

    GroupCall(Request request, int turn) {
      this.request = request;
      this.turn = turn;
      call = new TimedCalls.Call<>(this::callModel, run.recorder().context());
    }

    private Reply callModel() {
      boolean isStreamed = isLive && request.format().equals(Request.Format.NONE);
      CallOptions options =
          new CallOptions(
              endNanos,
              settings.retries(),
              settings.jitter(),
              failed -> call.report(() -> onRetry(failed)),
              isStreamed ? text -> call.report(() -> onText(text)) : text -> {},
              isLive
                  ? attempt -> call.ask(() -> run.recorder().context().apply(attempt))
                  : UnaryOperator.identity(),
              call::isAbandoned);
      try {
        return model.call(request, options);
      } catch (ModelException e) {
        call.report(() -> noteRateLimit(e));
        throw e;
      }
    }

    private void onRetry(FailedAttempt failed) {
      noteRateLimit(failed.failure());
      if (isLive) {
        listener.onRetry();
        record(failed);
      } else {
        failedAttempts.add(failed);
      }
    }

    private void onText(String text) {
      run.recorder().send(new RunEvent.TextDelta(turn, text));
      listener.onText(text);
    }

    private void noteRateLimit(ModelException failed) {
      if (failed.type().equals(RATE_LIMIT)) {
        listener.onRateLimit();
      }
    }

    private void record(FailedAttempt failed) {
      String error = String.valueOf(failed.failure().getMessage());
      run.recorder().send(new RunEvent.Retrying(turn, error, failed.pause()));
      run.recorder()
          .add(
              new Step.Retry(
                  turn, role, error, failed.failure().type(), failed.pause(), failed.elapsed()));
    }

    Sent record(@Nullable Integer number, Duration limit, Duration elapsed) {
      failedAttempts.forEach(this::record);
      int tokens = run.count(request);
      Reply reply = call.value();
      if (reply != null) {
        Reply counted = run.addUsage(reply, role, tokens);
        List<String> tools = request.offered().tools().stream().map(RetrievalTool::name).toList();
        run.recorder()
            .add(
                new Step.ModelCall(
                    turn,
                    new Step.ModelRequest(role, request.messages(), tools, isFinal, tokens),
                    number,
                    counted,
                    elapsed));
        return new Sent(request, counted, null);
      }
      ModelException failure = modelFailure(limit);
      run.recorder()
          .add(
              new Step.ModelFailure(
                  turn,
                  role,
                  request.messages(),
                  String.valueOf(failure.getMessage()),
                  failure.kind(),
                  failure.type(),
                  number,
                  elapsed));
      return new Sent(request, null, failure);
    }

    /** Returns the failure of the model. Throws any other failure, because it ends the run. */
    private ModelException modelFailure(Duration limit) {
      Throwable failure = call.failure();
      if (failure instanceof ModelException known) {
        return known;
      }
      if (failure instanceof TimeoutException) {
        return ModelFailures.timeout(limit);
      }
      if (failure instanceof TimedCalls.StuckException stuck) {
        return ModelFailures.stuck(stuck);
      }
      if (failure instanceof InterruptedException interrupted) {
        return ModelFailures.interrupted(interrupted);
      }
      throw Causes.unchecked(new ExecutionException(failure));
    }
  }
}

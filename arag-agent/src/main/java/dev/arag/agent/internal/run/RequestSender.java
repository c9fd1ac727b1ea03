package dev.arag.agent.internal.run;

import dev.arag.agent.RunEvent;
import dev.arag.agent.internal.loop.BudgetExhaustedException;
import dev.arag.agent.internal.loop.BudgetTracker;
import dev.arag.agent.internal.loop.LoopContext;
import dev.arag.agent.internal.loop.Request;
import dev.arag.agent.internal.loop.TrajectoryRecorder;
import dev.arag.agent.internal.model.CallOptions;
import dev.arag.agent.internal.model.ModelConnection;
import dev.arag.agent.internal.model.ModelName;
import dev.arag.agent.internal.model.ReplySanitizer;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.model.Tokens;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.tools.RetrievalTool;
import java.time.Duration;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends single requests to models. Each request is shortened to fit the model's context window,
 * counted, and recorded. If the server still rejects a request as too long, a shorter request is
 * sent.
 */
public final class RequestSender {
  private final LoopContext loop;
  private final int retries;
  private final DoubleSupplier jitter;
  private final BudgetTracker budget;
  private final TrajectoryRecorder recorder;
  private final AnswerEvents answerEvents;
  private final ParallelSender parallel;

  /**
   * A request and the model that receives it.
   *
   * @param isFinal whether the request may use the time that is reserved for the closing call
   */
  record Outgoing(ModelConnection model, String role, Request request, boolean isFinal, Send send) {
    boolean isMain() {
      return role.equals(ModelsByRole.MAIN);
    }

    Outgoing with(Request other) {
      return new Outgoing(model, role, other, isFinal, send);
    }
  }

  /** Sends a request to a model in one of several ways, for example with or without tool calls. */
  interface Send {
    Reply send(ModelConnection model, Request request, CallOptions options);
  }

  /**
   * A reply as the model sent it.
   *
   * @param request the request as it was sent; it may be shorter than the original request
   * @param reportedTokens the token count that the server reported; null if it reported none
   */
  record Received(Request request, Reply reply, @Nullable Tokens reportedTokens) {
    Reply sanitized() {
      return ReplySanitizer.of(reply, request.messages(), request.offered().tools());
    }

    Reply sanitizedWithoutCalls() {
      return ReplySanitizer.ofClosing(reply, request.offered().tools());
    }
  }

  /**
   * @param retries the maximum number of retries of a failed attempt
   * @param jitter returns random numbers from 0 to 1 that vary the pauses between attempts; must be
   *     thread-safe
   * @param parallelCalls the maximum number of calls at the same time
   */
  public RequestSender(LoopContext loop, int retries, DoubleSupplier jitter, int parallelCalls) {
    this.loop = loop;
    this.retries = retries;
    this.jitter = jitter;
    this.budget = loop.budget();
    this.recorder = loop.recorder();
    this.answerEvents = new AnswerEvents(recorder);
    this.parallel = new ParallelSender(loop, retries, jitter, parallelCalls);
  }

  AnswerEvents answerEvents() {
    return answerEvents;
  }

  /** Returns the sender of groups of requests. */
  ParallelSender parallel() {
    return parallel;
  }

  /**
   * Returns the request in normalized form. If it is too long, its oldest results are replaced with
   * stubs.
   */
  Request fit(Request original, boolean mayCall) {
    Request request = loop.compactor().apply(original.normalize());
    int excess = budget.excessTokens(loop.count(request), mayCall);
    return excess <= 0
        ? request
        : loop.compactor().free(request, excess + budget.compactionTokens());
  }

  /**
   * Sends a request of a strategy.
   *
   * @throws BudgetExhaustedException if the request does not fit the model's context window or
   *     exceeds the run's time limit
   */
  Received sendBeforeDeadline(Outgoing outgoing) {
    try {
      return send(outgoing);
    } catch (ModelException e) {
      throw e.isOutOfTime() ? new BudgetExhaustedException(StopReason.DEADLINE) : e;
    }
  }

  /**
   * Sends a request.
   *
   * @throws BudgetExhaustedException if the request does not fit the model's context window
   */
  Received send(Outgoing outgoing) {
    try {
      return attempt(outgoing);
    } catch (ModelException e) {
      if (!e.isContextOverflow()) {
        throw e;
      }
      return sendShorter(outgoing, e);
    }
  }

  private Received sendShorter(Outgoing outgoing, ModelException overflow) {
    int rejectedTokens = loop.count(outgoing.request());
    budget.limitRequests(rejectedTokens * 3 / 4);
    Request shorter = loop.compactor().free(outgoing.request(), rejectedTokens / 4);
    if (loop.count(shorter) >= rejectedTokens) {
      throw tooLong(overflow);
    }
    try {
      return attempt(outgoing.with(shorter));
    } catch (ModelException e) {
      throw e.isContextOverflow() ? tooLong(e) : e;
    }
  }

  static BudgetExhaustedException tooLong(ModelException overflow) {
    return new BudgetExhaustedException(
        StopReason.CONTEXT_LIMIT,
        overflow.getMessage()
            + " Set contextTokens of the budget to the size of the model's context window.");
  }

  private Received attempt(Outgoing outgoing) {
    ModelName name = outgoing.model().name();
    if (outgoing.isMain()) {
      answerEvents.start(outgoing.request());
    }
    recorder.send(
        new RunEvent.TurnStarted(
            budget.modelCalls(), outgoing.role(), name.model(), name.provider()));
    int tokens = loop.count(outgoing.request());
    Duration start = budget.elapsed();
    CallOptions options = options(outgoing);
    try {
      Reply reply = outgoing.send().send(outgoing.model(), outgoing.request(), options);
      Reply counted = loop.addUsage(reply, outgoing.role(), tokens);
      recorder.add(modelCall(outgoing, counted, tokens, budget.elapsed().minus(start)));
      return new Received(outgoing.request(), counted, reply.tokens());
    } catch (ModelException e) {
      recorder.add(modelFailure(outgoing, e, budget.elapsed().minus(start)));
      throw e;
    }
  }

  /**
   * Creates the options of a call. The remaining time is read immediately before the call, because
   * an earlier request or an observer may have used some of it.
   */
  private CallOptions options(Outgoing outgoing) {
    return new CallOptions(
        outgoing.isFinal() ? budget.remaining().timeout() : budget.timeForTurn(),
        retries,
        jitter,
        retry -> addRetry(outgoing, retry),
        text -> addText(outgoing, text),
        recorder::wrap);
  }

  private void addText(Outgoing outgoing, String text) {
    recorder.send(new RunEvent.TextDelta(budget.modelCalls(), text));
    if (outgoing.isMain()) {
      answerEvents.write(text);
    }
  }

  private void addRetry(Outgoing outgoing, CallOptions.FailedAttempt retry) {
    if (outgoing.isMain()) {
      answerEvents.retry();
    }
    String error = String.valueOf(retry.failure().getMessage());
    recorder.send(new RunEvent.Retrying(budget.modelCalls(), error, retry.pause()));
    String type = retry.failure().type();
    recorder.add(
        new Step.Retry(
            budget.modelCalls(), outgoing.role(), error, type, retry.pause(), retry.elapsed()));
  }

  private Step modelCall(Outgoing outgoing, Reply reply, int tokens, Duration elapsed) {
    List<String> names =
        outgoing.request().offered().tools().stream().map(RetrievalTool::name).toList();
    return new Step.ModelCall(
        budget.modelCalls(),
        outgoing.role(),
        outgoing.request().messages(),
        names,
        outgoing.isFinal(),
        tokens,
        reply,
        elapsed);
  }

  private Step modelFailure(Outgoing outgoing, ModelException failure, Duration elapsed) {
    return new Step.ModelFailure(
        budget.modelCalls(),
        outgoing.role(),
        outgoing.request().messages(),
        String.valueOf(failure.getMessage()),
        failure.kind(),
        failure.type(),
        elapsed);
  }
}

package dev.arag.agent.internal.run;

import dev.arag.agent.internal.loop.BudgetExhaustedException;
import dev.arag.agent.internal.loop.BudgetTracker;
import dev.arag.agent.internal.loop.Corrections;
import dev.arag.agent.internal.loop.Corrections.PendingCorrection;
import dev.arag.agent.internal.loop.LoopRules;
import dev.arag.agent.internal.loop.RunState;
import dev.arag.agent.internal.loop.TruncationDetector;
import dev.arag.agent.internal.loop.Turn;
import dev.arag.agent.internal.model.ModelClient;
import dev.arag.agent.internal.model.ModelsByRole;
import dev.arag.agent.internal.model.ReplySanitizer;
import dev.arag.agent.internal.model.Request;
import dev.arag.agent.internal.run.CallGroup.Sent;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.spi.Completion;
import dev.arag.agent.step.StopReason;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ToolCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Makes the model calls of one run: the turns of a strategy, groups of independent calls, the
 * closing call, and the extraction of a record. Each request is shortened to fit the model's
 * context window and checked against the budget.
 */
final class ModelCaller {
  private final RunState run;
  private final BudgetTracker budget;
  private final ModelsByRole models;
  private final CallSettings settings;
  private final AnswerEvents answerEvents;
  private final Corrections corrections;
  private final Map<String, Reply.Finish> finishes = new HashMap<>();
  private Request lastRequest = new Request(List.of(), Toolbox.empty());
  private TruncationDetector.Sent lastReported = new TruncationDetector.Sent(List.of(), 0);
  private Turn turn = Turn.initial();
  private Supplier<List<Message>> closingMessages = List::of;
  private int truncatedReplies;
  private int largestRequestTokens;

  /** The maximum number of calls at the same time. Each rate limit halves it. */
  private int width;

  ModelCaller(RunState run, ModelsByRole models, CallSettings settings) {
    this.run = run;
    this.budget = run.budget();
    this.models = models;
    this.settings = settings;
    answerEvents = new AnswerEvents(run.recorder());
    corrections = new Corrections(run);
    width = settings.parallelCalls();
  }

  /** Returns the events that show the answer while the main model writes it. */
  AnswerEvents answerEvents() {
    return answerEvents;
  }

  ModelClient model(String role) {
    return models.of(role);
  }

  /** Returns the last request to the main model as it was sent. */
  Request lastRequest() {
    return lastRequest;
  }

  /** Returns the last turn of the main model. */
  Turn turn() {
    return turn;
  }

  /**
   * Returns the finish reason of the reply with this text, whatever the role of the model. Returns
   * STOP for a text that no model wrote, such as a text composed by a strategy.
   */
  Reply.Finish finishOf(String text) {
    return finishes.getOrDefault(text.strip(), Reply.Finish.STOP);
  }

  /**
   * Makes one turn with the model of a role.
   *
   * @throws BudgetExhaustedException if a limit of the run is reached
   */
  Reply chat(String role, Request original) {
    budget.requireNotCancelled();
    Optional<PendingCorrection> correction =
        isMain(role) ? corrections.takePending() : Optional.empty();
    if (correction.isEmpty()) {
      return turn(role, original);
    }
    PendingCorrection pending = correction.get();
    try {
      Reply reply = turn(role, pending.allowsCalls() ? original : original.withoutCalls());
      return corrections.isBetter(reply, pending) ? reply : pending.reply();
    } catch (ModelException | BudgetExhaustedException e) {
      if (budget.isCancelled() || !pending.isOfAnswer()) {
        throw e;
      }
      corrections.end();
      return pending.reply();
    }
  }

  private static boolean isMain(String role) {
    return role.equals(ModelsByRole.MAIN);
  }

  private Reply turn(String role, Request original) {
    Request request = fit(original);
    if (isMain(role)) {
      run.compactor().releaseKept();
      lastRequest = request;
      run.repetitionDetector().startTurn();
    }
    requireBudget(role, request);
    int unused = budget.addModelCall(role);
    Sent sent = send(role, request, false);
    if (isMain(role)) {
      lastRequest = sent.request();
      requireComplete(sent);
    }
    Reply reply = sanitized(sent);
    if (isMain(role)) {
      if (!reply.calls().isEmpty()) {
        answerEvents.discard();
      }
      startTurn(reply);
    }
    finishes.put(reply.text().strip(), reply.finish());
    return reply;
  }

  /**
   * Returns the request in normalized form. If it is too long, its oldest results are replaced with
   * stubs.
   */
  private Request fit(Request original) {
    Request request = run.compactor().apply(original.normalize());
    int excess = budget.excessTokens(run.count(request), original.isCallPossible());
    return excess <= 0
        ? request
        : run.compactor().free(request, excess + budget.compactionTokens());
  }

  private void requireBudget(String role, Request request) {
    int tokens = run.count(request);
    Optional<StopReason> limit = budget.limitReached(role, tokens, request.isCallPossible());
    if (limit.isPresent()) {
      throw new BudgetExhaustedException(limit.get());
    }
    largestRequestTokens = Math.max(largestRequestTokens, tokens);
    if (run.rules().guidesModel() && isMain(role) && run.repetitionDetector().isRepeating()) {
      throw new BudgetExhaustedException(StopReason.REPEATING);
    }
  }

  /**
   * Sends one request. If the server rejects it as too long, a shorter request is sent.
   *
   * @param isFinal whether the request may use the time that is reserved for the closing call
   * @throws ModelException if the model failed
   * @throws BudgetExhaustedException if the request does not fit the model's context window, or if
   *     it used up the time before the closing call
   */
  private Sent send(String role, Request request, boolean isFinal) {
    Request next = request;
    while (true) {
      if (isMain(role)) {
        answerEvents.start(next);
      }
      // The reply to the check is not for users, so its text is not sent as events.
      boolean isLive = !role.equals(ModelsByRole.CHECK);
      Sent sent = group(role, isFinal, isLive).send(List.of(next), null, () -> width).get(0);
      ModelException failure = sent.failure();
      if (failure == null) {
        return sent;
      }
      if (failure.kind() == ModelException.Kind.OUT_OF_TIME && !isFinal) {
        throw new BudgetExhaustedException(StopReason.DEADLINE);
      }
      if (failure.kind() != ModelException.Kind.CONTEXT_OVERFLOW) {
        throw failure;
      }
      Request shorter = next.equals(request) ? shortened(sent) : next;
      if (run.count(shorter) >= run.count(next)) {
        throw tooLong(failure);
      }
      next = shorter;
    }
  }

  /** Returns a shorter request after the server rejected one as too long. */
  private Request shortened(Sent sent) {
    limitRequests(sent);
    return run.compactor().free(sent.request(), run.count(sent.request()) / 4);
  }

  private CallGroup group(String role, boolean isFinal, boolean isLive) {
    return new CallGroup(
        run, models.of(role), role, isFinal, isLive, settings, new CallListener(isMain(role)));
  }

  /** Lowers the limit of later requests if the server rejected one as too long. */
  private void limitRequests(Sent sent) {
    if (isOverflow(sent)) {
      budget.limitRequests(run.count(sent.request()) * 3 / 4);
    }
  }

  private static boolean isOverflow(Sent sent) {
    ModelException failure = sent.failure();
    return failure != null && failure.kind() == ModelException.Kind.CONTEXT_OVERFLOW;
  }

  /** Shows the answer while the main model writes it, and reacts to rate limits. */
  private final class CallListener implements CallGroup.Listener {
    private final boolean isMain;

    CallListener(boolean isMain) {
      this.isMain = isMain;
    }

    @Override
    public void onRetry() {
      if (isMain) {
        answerEvents.retry();
      }
    }

    @Override
    public void onText(String text) {
      if (isMain) {
        answerEvents.write(text);
      }
    }

    @Override
    public void onRateLimit() {
      width = Math.max(1, width / 2);
    }
  }

  private static BudgetExhaustedException tooLong(ModelException overflow) {
    return new BudgetExhaustedException(
        StopReason.CONTEXT_LIMIT,
        overflow.getMessage()
            + " Set Budget.contextTokens to the size of the model's context window.");
  }

  /** Returns a reply without reasoning; without tool calls if the request forbids them. */
  static Reply sanitized(Sent sent) {
    Request request = sent.request();
    Reply reply = Objects.requireNonNull(sent.reply());
    return request.mayCall()
        ? ReplySanitizer.of(reply, request.messages(), request.offered().tools())
        : ReplySanitizer.ofClosing(reply, request.offered().tools());
  }

  /** Returns the tool calls of a reply, also if the request forbids them. */
  static List<ToolCall> callsIn(Sent sent) {
    Request request = sent.request();
    Reply reply = Objects.requireNonNull(sent.reply());
    return ReplySanitizer.of(reply, request.messages(), request.offered().tools()).calls();
  }

  private void requireComplete(Sent sent) {
    Reply.Tokens reported = Objects.requireNonNull(Objects.requireNonNull(sent.reply()).tokens());
    if (reported.isEstimated()) {
      return;
    }
    TruncationDetector.Sent now =
        new TruncationDetector.Sent(sent.request().messages(), reported.input());
    boolean isTruncated = TruncationDetector.isTruncated(now, lastReported, run.counter());
    lastReported = now;
    if (isTruncated) {
      int tokens = run.count(sent.request());
      budget.limitRequests((int) Math.min(tokens, reported.input() * 9 / 10));
      throw new BudgetExhaustedException(
          StopReason.CONTEXT_CUT_BY_SERVER, explainTruncation(reported.input(), tokens));
    }
  }

  private static String explainTruncation(long processedTokens, int sentTokens) {
    return ("The server drops the beginning of long requests: it counted %,d of about %,d tokens."
            + " Increase its context window (Ollama: num_ctx, llama.cpp: --ctx-size, vLLM:"
            + " --max-model-len), or set Budget.contextTokens to the size of that window.")
        .formatted(processedTokens, sentTokens);
  }

  private void startTurn(Reply reply) {
    boolean isTruncated = !reply.calls().isEmpty() && reply.finish() == Reply.Finish.LENGTH;
    int nextRequestTokens = run.count(lastRequest) + run.counter().count(reply.message());
    turn = new Turn(lastRequest, reply.calls(), isTruncated, nextRequestTokens);
    truncatedReplies += isTruncated ? 1 : 0;
    if (isTruncated && truncatedReplies > LoopRules.MAX_TRUNCATED_REPLIES) {
      throw new BudgetExhaustedException(StopReason.TRUNCATED);
    }
  }

  /**
   * Returns the correction for a reply with which the main model would end the run too early; empty
   * if the reply needs none.
   */
  Optional<Message> correct(Reply reply) {
    int least = turn.nextRequestTokens() - run.compactor().freeableTokens(lastRequest);
    return budget.limitReached(ModelsByRole.MAIN, least, true).isPresent()
        ? Optional.empty()
        : corrections.next(reply, lastRequest.offered());
  }

  /**
   * Sends conversations that offer no tools together: reserves the budget for all of them, and
   * sends those that fit.
   *
   * @return one result for each conversation
   * @throws BudgetExhaustedException if the budget allows none of the requests, if all of them
   *     exceeded the run's time limit or the model's context window, or if the run was cancelled
   * @throws ModelException if all requests failed otherwise
   */
  List<Completion> completeAll(
      String role, List<List<Message>> conversations, Request.Format format) {
    if (isMain(role)) {
      answerEvents.discard();
    }
    budget.requireNotCancelled();
    if (conversations.isEmpty()) {
      return List.of();
    }
    try {
      Plan plan = reserve(role, conversations, format);
      Integer number =
          plan.requests.size() == 1 ? null : Integer.valueOf(run.recorder().groups() + 1);
      List<Sent> sent = group(role, false, false).send(plan.requests, number, () -> width);
      budget.requireNotCancelled();
      sent.forEach(this::limitRequests);
      requireSuccess(sent);
      sent.forEach(each -> noteSent(role, each));
      return plan.completions(sent);
    } finally {
      budget.releaseReservations();
    }
  }

  private void noteSent(String role, Sent sent) {
    Request request = sent.request();
    int tokens = run.count(request);
    largestRequestTokens = Math.max(largestRequestTokens, tokens);
    if (sent.reply() != null) {
      Reply reply = sanitized(sent);
      finishes.put(reply.text().strip(), reply.finish());
    }
    if (isMain(role)) {
      lastRequest = request;
      turn = new Turn(request, List.of(), false, tokens);
    }
  }

  /**
   * The requests to send.
   *
   * @param limits for each conversation the limit that prevents its request; empty if it is sent
   */
  private record Plan(List<Request> requests, List<Optional<StopReason>> limits) {
    List<Completion> completions(List<Sent> sent) {
      List<Completion> completions = new ArrayList<>();
      int next = 0;
      for (Optional<StopReason> limit : limits) {
        completions.add(
            limit.isPresent() ? new Completion.Skipped(limit.get()) : completion(sent.get(next++)));
      }
      return List.copyOf(completions);
    }

    private static Completion completion(Sent sent) {
      ModelException failure = sent.failure();
      return failure == null
          ? new Completion.Text(sanitized(sent).text())
          : new Completion.Failed(failure.kind(), String.valueOf(failure.getMessage()));
    }
  }

  /**
   * Counts and reserves the first requests that fit. A request that exceeds the context window does
   * not prevent those after it.
   */
  private Plan reserve(String role, List<List<Message>> conversations, Request.Format format) {
    Plan plan = new Plan(new ArrayList<>(), new ArrayList<>());
    Optional<StopReason> limit = Optional.empty();
    for (List<Message> messages : conversations) {
      Request request = fit(new Request(messages, Toolbox.empty()).with(format));
      int tokens = run.count(request);
      if (limit.isEmpty() || limit.get() == StopReason.CONTEXT_LIMIT) {
        limit = budget.limitReached(role, tokens, false);
      }
      plan.limits.add(limit);
      if (limit.isEmpty()) {
        plan.requests.add(request);
        budget.reserve(role, tokens);
        int unused = budget.addModelCall(role);
      }
    }
    if (plan.requests.isEmpty()) {
      throw new BudgetExhaustedException(plan.limits.get(0).orElseThrow());
    }
    return plan;
  }

  private static void requireSuccess(List<Sent> sent) {
    List<ModelException> failures =
        sent.stream().flatMap(each -> Stream.ofNullable(each.failure())).toList();
    if (failures.size() < sent.size()) {
      return;
    }
    if (failures.stream().allMatch(each -> each.kind() == ModelException.Kind.OUT_OF_TIME)) {
      throw new BudgetExhaustedException(StopReason.DEADLINE);
    }
    if (failures.stream().allMatch(each -> each.kind() == ModelException.Kind.CONTEXT_OVERFLOW)) {
      throw tooLong(failures.get(0));
    }
    throw failures.stream()
        .filter(each -> each.kind() != ModelException.Kind.OUT_OF_TIME)
        .findFirst()
        .orElseThrow();
  }

  /** Whether the budget allows further calls of the largest size so far, and the closing call. */
  boolean affords(String role, int calls) {
    return budget.affords(role, calls, largestRequestTokens);
  }

  /** Sets what the closing call extends. An empty list stands for the last request. */
  void closeFrom(Supplier<List<Message>> messages) {
    closingMessages = messages;
  }

  /**
   * Replaces the last request with the messages that the strategy supplies for the closing call.
   */
  void prepareClosing() {
    List<Message> messages = closingMessages.get();
    if (!messages.isEmpty()) {
      lastRequest = new Request(messages, Toolbox.empty());
    }
  }

  boolean allowsClosing() {
    Request last = run.compactor().apply(lastRequest);
    int least = run.count(last) - run.compactor().freeableTokens(last);
    return !last.messages().isEmpty() && budget.allowsClosing(least);
  }

  /**
   * Makes the closing call. The turn limit does not apply to this call.
   *
   * @return the reply as the model sent it, which may contain tool calls
   * @throws BudgetExhaustedException if the request exceeds the model's context window, or if the
   *     run was cancelled
   */
  Sent close(Message closing) {
    budget.requireNotCancelled();
    lastRequest = fit(lastRequest.withoutCalls());
    int unused = budget.addModelCall(ModelsByRole.MAIN);
    Sent sent = send(ModelsByRole.MAIN, lastRequest.with(closing), true);
    lastRequest = sent.request();
    return sent;
  }

  /**
   * Sends one request about the answer: to turn it into a record, or to compare it with its quotes.
   * The turn limit of the strategy does not apply to this request.
   *
   * @throws BudgetExhaustedException if the budget does not allow the request, or if the run was
   *     cancelled
   */
  Reply afterAnswer(String role, List<Message> messages, Request.Format format) {
    budget.requireNotCancelled();
    Request request =
        new Request(messages, Toolbox.empty()).with(format).withoutCalls().normalize();
    Optional<StopReason> limit = budget.limitReachedAfterAnswer(role, run.count(request));
    if (limit.isPresent()) {
      throw new BudgetExhaustedException(limit.get());
    }
    int unused = budget.addModelCall(role);
    return sanitized(send(role, request, true));
  }
}

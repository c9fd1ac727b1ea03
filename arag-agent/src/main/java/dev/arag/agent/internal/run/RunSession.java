package dev.arag.agent.internal.run;

import dev.arag.agent.RunEvent;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.CitationReader;
import dev.arag.agent.internal.concurrent.TimeLimiter;
import dev.arag.agent.internal.loop.BudgetExhausted;
import dev.arag.agent.internal.loop.BudgetTracker;
import dev.arag.agent.internal.loop.Corrections;
import dev.arag.agent.internal.loop.Corrections.Nudge;
import dev.arag.agent.internal.loop.HistoryCompactor;
import dev.arag.agent.internal.loop.LoopRules;
import dev.arag.agent.internal.loop.Request;
import dev.arag.agent.internal.loop.RequestTokenCounter;
import dev.arag.agent.internal.loop.StallDetector;
import dev.arag.agent.internal.loop.ToolCallDispatcher;
import dev.arag.agent.internal.loop.ToolTimeout;
import dev.arag.agent.internal.loop.TrajectoryRecorder;
import dev.arag.agent.internal.loop.TruncationDetector;
import dev.arag.agent.internal.model.CallOptions;
import dev.arag.agent.internal.model.HistoryNormalizer;
import dev.arag.agent.internal.model.ModelConnection;
import dev.arag.agent.internal.model.ModelName;
import dev.arag.agent.internal.model.ReplySanitizer;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.model.Tokens;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.ContextTracker;
import dev.arag.tools.Observation;
import dev.arag.tools.RetrievalTool;
import dev.arag.tools.Snippet;
import dev.arag.tools.ToolCall;
import dev.arag.tools.Toolbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run under way: sends, calls, counts and records for the strategy and the conductor. */
public final class RunSession {
  /** The role of the model the agent was built with. */
  public static final String MAIN_ROLE = "agent";

  /** The role of the model that puts an answer into a form. */
  static final String FORM_ROLE = "form";

  private final Corpus corpus;
  private final Toolbox tools;
  private final BudgetTracker limits;
  private final TrajectoryRecorder recorder;
  private final RunControl patience;
  private final LoopRules rules;
  private final RequestTokenCounter counter = new RequestTokenCounter();
  private final StallDetector progress = new StallDetector();
  private final TruncationDetector promptCut = new TruncationDetector(counter);
  private final Map<String, Reply.Finish> finishes = new HashMap<>();
  private final Corrections nudges;
  private final HistoryCompactor stubs;
  private final ToolCallDispatcher desk;
  private final ConversationHistory past;
  private Request conversation = new Request(List.of(), Toolbox.empty());
  private @Nullable Nudge nudge;
  private int nextRequestTokens;
  private int cutReplies;
  private boolean isPastNudging;
  private boolean hasClosed;

  public RunSession(
      Corpus corpus,
      Toolbox tools,
      BudgetTracker limits,
      TrajectoryRecorder recorder,
      RunControl patience,
      LoopRules rules,
      ConversationState.Asking asking,
      TimeLimiter toolCalls) {
    this.corpus = corpus;
    this.tools = tools;
    this.limits = limits;
    this.recorder = recorder;
    this.patience = patience;
    this.rules = rules;
    asking.drawFencesFrom(recorder.random());
    ContextTracker tracker = asking.tracker();
    nudges = new Corrections(rules.texts());
    stubs = new HistoryCompactor(rules.texts(), tracker, counter, asking.past().stubs());
    past =
        asking.past().within(limits.historyTokens(counter.count(List.of(), tools)), stubs::least);
    stubs.retain(past.messages());
    ToolTimeout time = new ToolTimeout(toolCalls, patience.carrier(), recorder);
    desk =
        new ToolCallDispatcher(
            tools, limits, recorder, rules, tracker, progress, stubs, past, time);
  }

  Corpus corpus() {
    return corpus;
  }

  Toolbox tools() {
    return tools;
  }

  boolean isCancelled() {
    return patience.isCancelled();
  }

  Budget remaining() {
    return limits.remaining();
  }

  /** What earlier questions of the conversation have left in its history. */
  List<Message> earlier() {
    return past.messages();
  }

  /** Whether a search or read of an earlier question showed the chunk. */
  boolean wasReadEarlier(ChunkId chunk) {
    return past.toolUses().stream()
        .filter(use -> ToolCallDispatcher.isOfCorpus(tools, use.call()))
        .flatMap(use -> use.observation().shown().stream())
        .anyMatch(snippet -> snippet.chunk().equals(chunk));
  }

  /** What comes before the next question of the conversation, after this one was answered. */
  ConversationHistory pastWith(Trajectory record, String asked, String answer) {
    return past.answered(record, exchange(asked, answer), stubs, hasClosed);
  }

  ConversationHistory pastWithout(Trajectory record) {
    return past.failed(record);
  }

  /**
   * The messages of this question as they were last sent, and its answer. A strategy that did not
   * go on from the history leaves its question and answer there.
   */
  private List<Message> exchange(String asked, String answer) {
    List<Message> sent =
        conversation.messages().stream()
            .filter(message -> !(message instanceof Message.System))
            .toList();
    List<Message> before = stubs.apply(new Request(earlier(), Toolbox.empty())).messages();
    boolean goesOn = sent.size() > before.size() && sent.subList(0, before.size()).equals(before);
    List<Message> exchange =
        new ArrayList<>(
            goesOn ? sent.subList(before.size(), sent.size()) : List.of(new Message.User(asked)));
    exchange.add(Message.Assistant.of(answer));
    return HistoryNormalizer.of(exchange);
  }

  /**
   * How a model, of whatever role, came to the end of this text; a text a strategy composed has
   * just ended.
   */
  Reply.Finish finishOf(String text) {
    return finishes.getOrDefault(text.strip(), Reply.Finish.STOP);
  }

  Reply chat(ModelConnection model, String role, Request asked) {
    patience.requireGoingOn();
    boolean isMain = role.equals(MAIN_ROLE);
    Nudge answered = isMain ? nudge : null;
    nudge = isMain ? null : nudge;
    return answered == null
        ? chat(model, role, asked, true)
        : chatAfter(answered, () -> chat(model, role, asked, answered.mayCall()));
  }

  private interface Chat {
    Reply reply();
  }

  /** An answer the model was asked to improve stands if nothing better follows. */
  private Reply chatAfter(Nudge answered, Chat chat) {
    try {
      Reply reply = chat.reply();
      return isBetter(reply, answered) ? reply : answered.reply();
    } catch (ModelException | BudgetExhausted e) {
      if (patience.isCancelled() || !answered.isOfAnAnswer()) {
        throw e;
      }
      isPastNudging = true;
      return answered.reply();
    }
  }

  private boolean isBetter(Reply reply, Nudge answered) {
    boolean isAnything = !StopReasons.saysNothing(reply.text()) || !reply.calls().isEmpty();
    boolean isInForm = answered.mayCall() || hasIds(reply.text());
    return !answered.isOfAnAnswer() || (isAnything && isInForm);
  }

  private Reply chat(ModelConnection model, String role, Request asked, boolean mayCall) {
    boolean isMain = role.equals(MAIN_ROLE);
    boolean isOffered = mayCall && !asked.offered().tools().isEmpty();
    Request request = fitted(asked, isOffered);
    if (isMain) {
      stubs.release();
      conversation = request;
      progress.beginTurn();
    }
    requireBudget(role, request, isOffered);
    limits.addTurn();
    Sending sending = new Sending(model, role, request, false);
    List<RetrievalTool> offered = request.offered().tools();
    Received received =
        mayCall
            ? sendInTime(sending, (messages, terms) -> model.chat(messages, offered, terms))
            : sendInTime(sending, (messages, terms) -> model.close(messages, offered, terms));
    Reply reply = isMain ? heard(received, mayCall) : cleaned(received, mayCall);
    finishes.put(reply.text().strip(), reply.finish());
    return reply;
  }

  /** The conversation as it can be sent: valid, and its oldest results shrunk if it is too long. */
  private Request fitted(Request asked, boolean mayCall) {
    Request request = stubs.apply(asked.valid());
    int lacking = limits.lacking(count(request), mayCall);
    return lacking <= 0 ? request : stubs.free(request, lacking + limits.freedAtOnce());
  }

  private int count(Request request) {
    return counter.count(request.messages(), request.offered());
  }

  private void requireBudget(String role, Request request, boolean mayCall) {
    Optional<StopReason> reached = limits.reached(role, count(request), mayCall);
    if (reached.isPresent()) {
      throw new BudgetExhausted(reached.get());
    }
    if (!rules.isPlain() && role.equals(MAIN_ROLE) && progress.isStuck()) {
      throw new BudgetExhausted(StopReason.REPEATING);
    }
  }

  private Reply cleaned(Received received, boolean mayCall) {
    Request request = received.request();
    List<RetrievalTool> offered = request.offered().tools();
    return mayCall
        ? ReplySanitizer.of(received.reply(), request.messages(), offered)
        : ReplySanitizer.ofClosing(received.reply(), offered);
  }

  private Reply heard(Received received, boolean mayCall) {
    conversation = received.request();
    requireUncut(received);
    Reply reply = cleaned(received, mayCall);
    boolean isCut = isCut(reply);
    nextRequestTokens = count(conversation) + counter.count(reply.message());
    desk.begin(conversation, reply, isCut);
    cutReplies += isCut ? 1 : 0;
    if (isCut && cutReplies > LoopRules.MOST_CUT_REPLIES) {
      throw new BudgetExhausted(StopReason.TRUNCATED);
    }
    return reply;
  }

  /** Some servers call a reply complete that ran into the limit in the middle of a call. */
  private static boolean isCut(Reply reply) {
    List<ToolCall> calls = reply.calls();
    return !calls.isEmpty()
        && (reply.finish() == Reply.Finish.LENGTH || calls.get(calls.size() - 1).isTruncated());
  }

  private void requireUncut(Received received) {
    Request request = received.request();
    OptionalLong taken = promptCut.look(request.messages(), received.told());
    if (taken.isPresent()) {
      int sent = count(request);
      limits.learnWindow((int) Math.min(sent, taken.getAsLong() * 9 / 10));
      throw new BudgetExhausted(
          StopReason.CONTEXT_CUT_BY_SERVER,
          ("The server drops the beginning of long requests: it counted %,d tokens of about %,d."
                  + " Raise its window (Ollama: num_ctx, llama.cpp: --ctx-size, vLLM:"
                  + " --max-model-len), or set contextTokens of the budget to what it takes.")
              .formatted(taken.getAsLong(), sent));
    }
  }

  /** What to say to a model that ended too early; empty if its reply stands. */
  Optional<Message> nudge(Reply reply) {
    if (rules.isPlain() || isPastNudging || !isNudgeable(reply)) {
      return Optional.empty();
    }
    Corrections.Situation situation =
        new Corrections.Situation(
            hasIds(reply.text()),
            !shown().isEmpty(),
            conversation.offered(),
            limits.usedTools(),
            limits.remaining().maxTurns());
    return nudges.next(reply, situation).map(this::say);
  }

  private boolean isNudgeable(Reply reply) {
    boolean isEnd =
        reply.finish() != Reply.Finish.LENGTH && reply.finish() != Reply.Finish.CONTENT_FILTER;
    return isEnd
        && reply.calls().isEmpty()
        && !StopReasons.saysNothing(reply.text())
        && !conversation.offered().tools().isEmpty()
        && limits
            .reached(MAIN_ROLE, nextRequestTokens - stubs.freeable(conversation), true)
            .isEmpty();
  }

  private Message say(Nudge said) {
    nudge = said;
    recorder.add(new Step.Nudge(limits.turns(), said.kind().name(), said.text(), Duration.ZERO));
    return new Message.User(said.text());
  }

  private boolean hasIds(String text) {
    return !CitationReader.read(text, shown(), corpus).citations().isEmpty();
  }

  private List<Snippet> shown() {
    return recorder.trajectory(StopReason.ANSWERED, limits.elapsed()).shown();
  }

  boolean allowsClosing() {
    Request last = stubs.apply(conversation);
    return !last.messages().isEmpty() && limits.allowsClosing(count(last) - stubs.freeable(last));
  }

  /**
   * The closing call; it comes on top of the turns.
   *
   * @throws BudgetExhausted if it does not fit the model's window, or the run was cancelled
   */
  Reply close(ModelConnection model, Message closing) {
    patience.requireGoingOn();
    conversation = fitted(conversation, false);
    Request request = conversation.with(closing);
    List<RetrievalTool> offered = request.offered().tools();
    limits.addTurn();
    Sending sending = new Sending(model, MAIN_ROLE, request, true);
    Received received =
        sendFitting(sending, (messages, terms) -> model.close(messages, offered, terms));
    conversation = received.request();
    hasClosed = true;
    return cleaned(received, false);
  }

  /**
   * One turn that puts an answer into a form. It comes on top of the strategy's turns.
   *
   * @param schema of the form, as JSON
   * @throws BudgetExhausted if the budget does not allow it
   */
  Reply fill(ModelConnection model, List<Message> messages, String name, String schema) {
    patience.requireGoingOn();
    Request request = new Request(messages, Toolbox.empty()).valid();
    Optional<StopReason> forbidden = limits.forbidsForm(count(request));
    if (forbidden.isPresent()) {
      throw new BudgetExhausted(forbidden.get());
    }
    limits.addTurn();
    Sending sending = new Sending(model, FORM_ROLE, request, true);
    Received received =
        sendFitting(sending, (sent, terms) -> model.fill(sent, name, schema, terms.withoutText()));
    return cleaned(received, false);
  }

  private void addRetry(String role, CallOptions.Retry retry) {
    String error = String.valueOf(retry.failure().getMessage());
    recorder.tell(new RunEvent.Retrying(limits.turns(), error, retry.pause()));
    String type = retry.failure().type();
    recorder.add(new Step.Retry(limits.turns(), role, error, type, retry.pause(), retry.elapsed()));
  }

  /** A call that would last beyond the run's time ends it as any other limit does. */
  private Received sendInTime(Sending sending, Sender sender) {
    try {
      return sendFitting(sending, sender);
    } catch (ModelException e) {
      throw e.isOutOfTime() ? new BudgetExhausted(StopReason.DEADLINE) : e;
    }
  }

  private record Sending(ModelConnection model, String role, Request request, boolean isClosing) {
    Sending with(Request other) {
      return new Sending(model, role, other, isClosing);
    }
  }

  /**
   * A reply as it came.
   *
   * @param told what the server counted; null if it did not say
   */
  private record Received(Request request, Reply reply, @Nullable Tokens told) {}

  private interface Sender {
    Reply send(List<Message> messages, CallOptions terms);
  }

  /** A server that finds the request too long gets it once more, shorter. */
  private Received sendFitting(Sending sending, Sender sender) {
    try {
      return send(sending, sender);
    } catch (ModelException e) {
      if (!e.isContextOverflow()) {
        throw e;
      }
      return sendShorter(sending, sender, e);
    }
  }

  private Received sendShorter(Sending sending, Sender sender, ModelException overflow) {
    int tooMany = count(sending.request());
    limits.learnWindow(tooMany * 3 / 4);
    Request shorter = stubs.free(sending.request(), tooMany / 4);
    if (count(shorter) >= tooMany) {
      throw tooLong(overflow);
    }
    try {
      return send(sending.with(shorter), sender);
    } catch (ModelException e) {
      throw e.isContextOverflow() ? tooLong(e) : e;
    }
  }

  private static BudgetExhausted tooLong(ModelException overflow) {
    return new BudgetExhausted(
        StopReason.CONTEXT_LIMIT,
        overflow.getMessage() + " Set contextTokens of the budget to the model's window.");
  }

  private Received send(Sending sending, Sender sender) {
    ModelName name = sending.model().name();
    recorder.tell(
        new RunEvent.TurnStarted(limits.turns(), sending.role(), name.model(), name.provider()));
    int tokens = count(sending.request());
    Duration start = limits.elapsed();
    Consumer<CallOptions.Retry> onRetry = retry -> addRetry(sending.role(), retry);
    // Only now: a request before this one, or who follows the run, may have taken time.
    Duration left = sending.isClosing() ? limits.remaining().timeout() : limits.timeForTurn();
    CallOptions terms = patience.terms(left, onRetry);
    try {
      Reply reply = sender.send(sending.request().messages(), terms);
      Reply counted = counted(reply, sending.role(), tokens);
      recorder.add(step(sending, counted, tokens, limits.elapsed().minus(start)));
      return new Received(sending.request(), counted, reply.tokens());
    } catch (ModelException e) {
      recorder.add(failure(sending, e, limits.elapsed().minus(start)));
      throw e;
    }
  }

  private Reply counted(Reply reply, String role, int requestTokens) {
    Tokens told = reply.tokens();
    Tokens tokens =
        told == null ? Tokens.estimated(requestTokens, counter.count(reply.message())) : told;
    limits.addTokens(role, tokens);
    return reply.withTokens(tokens);
  }

  private Step step(Sending sending, Reply reply, int tokens, Duration elapsed) {
    List<String> names =
        sending.request().offered().tools().stream().map(RetrievalTool::name).toList();
    return new Step.ModelCall(
        limits.turns(),
        sending.role(),
        sending.request().messages(),
        names,
        sending.isClosing(),
        tokens,
        reply,
        elapsed);
  }

  private Step failure(Sending sending, ModelException failure, Duration elapsed) {
    return new Step.ModelFailure(
        limits.turns(),
        sending.role(),
        sending.request().messages(),
        String.valueOf(failure.getMessage()),
        failure.kind().name(),
        failure.type(),
        elapsed);
  }

  Observation call(ToolCall call) {
    patience.requireGoingOn();
    Duration start = limits.elapsed();
    recorder.tell(new RunEvent.ToolCalled(limits.turns(), call));
    Observation observation = desk.answer(call, nextRequestTokens);
    nextRequestTokens += counter.count(Message.ToolResult.of(call, observation));
    stubs.note(call, observation);
    recorder.add(
        new Step.ToolUse(limits.turns(), call, observation, limits.elapsed().minus(start)));
    return observation;
  }
}

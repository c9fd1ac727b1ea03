package dev.arag.agent;

import dev.arag.agent.budget.Budget;
import dev.arag.agent.model.CallTerms;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelConnection;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.model.Tokens;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.ContextTracker;
import dev.arag.tools.Observation;
import dev.arag.tools.RetrievalTool;
import dev.arag.tools.ToolCall;
import dev.arag.tools.Toolbox;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One run under way: sends, calls, counts and records for the strategy and the conductor. */
final class LiveRun {
  /** The role of the model the agent was built with. */
  static final String MAIN_ROLE = "agent";

  private final Corpus corpus;
  private final Toolbox tools;
  private final Limits limits;
  private final Recorder recorder;
  private final Patience patience;
  private final RequestCounter counter = new RequestCounter();
  private final ContextTracker tracker = new ContextTracker();
  private Conversation conversation = new Conversation(List.of(), Toolbox.empty());
  private @Nullable Reply lastReply;
  private int nextRequestTokens;

  LiveRun(Corpus corpus, Toolbox tools, Limits limits, Recorder recorder, Patience patience) {
    this.corpus = corpus;
    this.tools = tools;
    this.limits = limits;
    this.recorder = recorder;
    this.patience = patience;
  }

  Corpus corpus() {
    return corpus;
  }

  Toolbox tools() {
    return tools;
  }

  Budget remaining() {
    return limits.remaining();
  }

  /** The last conversation with the main model: what the closing call goes on from. */
  Conversation conversation() {
    return conversation;
  }

  Reply chat(ModelConnection model, String role, Conversation request) {
    patience.requireGoingOn();
    if (role.equals(MAIN_ROLE)) {
      conversation = request;
    }
    int tokens = counter.count(request.messages(), request.offered());
    boolean mayCall = !request.offered().tools().isEmpty();
    Optional<StopReason> reached = limits.reached(tokens, mayCall);
    if (reached.isPresent()) {
      throw new BudgetEnded(reached.get());
    }
    limits.addTurn();
    Sending sending = new Sending(role, request, false, tokens);
    CallTerms terms = patience.terms(limits.timeForTurn(), retry -> addRetry(role, retry));
    Reply reply =
        sendInTime(sending, () -> model.chat(request.messages(), request.offered().tools(), terms));
    if (role.equals(MAIN_ROLE)) {
      lastReply = reply;
      nextRequestTokens = tokens + counter.count(reply.message());
    }
    return reply;
  }

  boolean allowsClosing() {
    return !conversation.messages().isEmpty()
        && limits.allowsClosing(counter.count(conversation.messages(), conversation.offered()));
  }

  /** The closing call; it comes on top of the turns. */
  Reply close(ModelConnection model, Message closing) {
    Conversation request = conversation.with(closing);
    List<RetrievalTool> offered = request.offered().tools();
    limits.addTurn();
    int tokens = counter.count(request.messages(), request.offered());
    Sending sending = new Sending(MAIN_ROLE, request, true, tokens);
    CallTerms terms =
        patience.terms(limits.remaining().timeout(), retry -> addRetry(MAIN_ROLE, retry));
    return send(sending, () -> model.close(request.messages(), offered, terms));
  }

  private void addRetry(String role, CallTerms.Retry retry) {
    String error = String.valueOf(retry.failure().getMessage());
    recorder.tell(new RunEvent.Retrying(limits.turns(), error, retry.pause()));
    recorder.add(new Step.Retry(limits.turns(), role, error, retry.pause(), retry.elapsed()));
  }

  /** A call that would last beyond the run's time ends it as any other limit does. */
  private Reply sendInTime(Sending sending, Sender sender) {
    try {
      return send(sending, sender);
    } catch (ModelException e) {
      throw e.isOutOfTime() ? new BudgetEnded(StopReason.DEADLINE) : e;
    }
  }

  private record Sending(String role, Conversation request, boolean isClosing, int tokens) {}

  private interface Sender {
    Reply send();
  }

  private Reply send(Sending sending, Sender sender) {
    recorder.tell(new RunEvent.TurnStarted(limits.turns()));
    Duration start = limits.elapsed();
    try {
      Reply reply = counted(sender.send(), sending.tokens());
      recorder.add(step(sending, reply, limits.elapsed().minus(start)));
      return reply;
    } catch (ModelException e) {
      recorder.add(failure(sending, e, limits.elapsed().minus(start)));
      throw e;
    }
  }

  private Reply counted(Reply reply, int requestTokens) {
    Tokens told = reply.tokens();
    Tokens tokens =
        told == null ? Tokens.estimated(requestTokens, counter.count(reply.message())) : told;
    limits.addTokens(tokens);
    return reply.withTokens(tokens);
  }

  private Step step(Sending sending, Reply reply, Duration elapsed) {
    List<String> names =
        sending.request().offered().tools().stream().map(RetrievalTool::name).toList();
    return new Step.ModelCall(
        limits.turns(),
        sending.role(),
        sending.request().messages(),
        names,
        sending.isClosing(),
        sending.tokens(),
        reply,
        elapsed);
  }

  private Step failure(Sending sending, ModelException failure, Duration elapsed) {
    return new Step.ModelFailure(
        limits.turns(),
        sending.role(),
        sending.request().messages(),
        String.valueOf(failure.getMessage()),
        elapsed);
  }

  Observation call(ToolCall call) {
    patience.requireGoingOn();
    Duration start = limits.elapsed();
    Observation observation = observe(call);
    nextRequestTokens += counter.count(Message.ToolResult.of(call, observation));
    recorder.add(
        new Step.ToolUse(limits.turns(), call, observation, limits.elapsed().minus(start)));
    return observation;
  }

  private Observation observe(ToolCall call) {
    if (!limits.takeToolCall()) {
      return new Observation.Rejected("No tool calls are left. Answer from the text above.");
    }
    int room = limits.observationTokens(nextRequestTokens);
    if (room < Toolbox.MIN_RESULT_TOKENS) {
      return new Observation.Rejected("There is no room for more text. Answer from what is above.");
    }
    Toolbox box = boxOf(call);
    return box.withMaxResultTokens(Math.min(room, box.maxResultTokens()))
        .call(call, tracker, this::isStillInRequest);
  }

  /** A call the model made may use the tools it was offered, one of the strategy all. */
  private Toolbox boxOf(ToolCall call) {
    boolean isByModel = lastReply != null && lastReply.calls().contains(call);
    return isByModel ? conversation.offered() : tools;
  }

  /** What was found in this turn goes into the next request; what came before is in the last. */
  private boolean isStillInRequest(ChunkId chunk) {
    return recorder.steps().stream()
        .filter(Step.ToolUse.class::isInstance)
        .map(Step.ToolUse.class::cast)
        .filter(use -> shows(use, chunk))
        .allMatch(
            use -> use.turn() == limits.turns() || conversation.holds(use.observation().text()));
  }

  private static boolean shows(Step.ToolUse use, ChunkId chunk) {
    return use.observation().shown().stream().anyMatch(each -> each.chunk().equals(chunk));
  }
}

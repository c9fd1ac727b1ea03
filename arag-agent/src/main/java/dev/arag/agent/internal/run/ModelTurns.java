package dev.arag.agent.internal.run;

import dev.arag.agent.internal.loop.BudgetExhaustedException;
import dev.arag.agent.internal.loop.Corrections;
import dev.arag.agent.internal.loop.Corrections.PendingCorrection;
import dev.arag.agent.internal.loop.LoopContext;
import dev.arag.agent.internal.loop.LoopRules;
import dev.arag.agent.internal.loop.Request;
import dev.arag.agent.internal.loop.TruncationDetector;
import dev.arag.agent.internal.loop.Turn;
import dev.arag.agent.internal.model.CallOptions;
import dev.arag.agent.internal.model.ModelConnection;
import dev.arag.agent.internal.run.RequestSender.Outgoing;
import dev.arag.agent.internal.run.RequestSender.Received;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.strategy.Completion;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.core.corpus.Corpus;
import dev.arag.tools.Toolbox;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Makes the model calls of one run: the turns of a strategy, the closing call, and the extraction
 * of a record.
 */
public final class ModelTurns {
  private final LoopContext loop;
  private final ModelsByRole models;
  private final RunControl control;
  private final RequestSender sender;
  private final TruncationDetector truncationDetector;
  private final Corrections corrections;
  private final ParallelTurns parallel;
  private final Map<String, Reply.Finish> finishes = new HashMap<>();
  private Request lastRequest = new Request(List.of(), Toolbox.empty());
  private Turn turn = Turn.initial();
  private int truncatedReplies;
  private int largestRequestTokens;
  private Supplier<List<Message>> closingMessages = List::of;

  public ModelTurns(
      LoopContext loop,
      ModelsByRole models,
      RunControl control,
      RequestSender sender,
      Corpus corpus) {
    this.loop = loop;
    this.models = models;
    this.control = control;
    this.sender = sender;
    truncationDetector = new TruncationDetector(loop.counter());
    corrections = new Corrections(loop, corpus);
    parallel = new ParallelTurns(loop, models, control, sender);
  }

  /** Returns the events that show the answer while the main model writes it. */
  AnswerEvents answerEvents() {
    return sender.answerEvents();
  }

  /** Returns the last request to the main model as it was sent. */
  Request lastRequest() {
    return lastRequest;
  }

  /** Returns the last turn of the main model. */
  Turn turn() {
    return turn;
  }

  /** Removes the API keys of the models from a text. */
  String redact(String text) {
    return models.redact(text);
  }

  /** Returns the name of the main model; empty if its settings contain none. */
  String modelName() {
    return models.main().name().model();
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
    control.requireNotCancelled();
    if (!role.equals(ModelsByRole.MAIN)) {
      return chat(role, original, true);
    }
    Optional<PendingCorrection> correction = corrections.takePending();
    return correction.isPresent()
        ? chatAfter(correction.get(), original)
        : chat(role, original, true);
  }

  /**
   * Sends a correction. Returns the corrected answer instead of the new reply if the new reply is
   * not better.
   */
  private Reply chatAfter(PendingCorrection correction, Request original) {
    try {
      Reply reply = chat(ModelsByRole.MAIN, original, correction.allowsCalls());
      return corrections.isBetter(reply, correction) ? reply : correction.reply();
    } catch (ModelException | BudgetExhaustedException e) {
      if (control.isCancelled() || !correction.isOfAnswer()) {
        throw e;
      }
      corrections.end();
      return correction.reply();
    }
  }

  private Reply chat(String role, Request original, boolean mayCall) {
    boolean isMain = role.equals(ModelsByRole.MAIN);
    boolean isOffered = mayCall && !original.offered().tools().isEmpty();
    Request request = sender.fit(original, isOffered);
    if (isMain) {
      loop.compactor().releaseKept();
      lastRequest = request;
      loop.repetitionDetector().startTurn();
    }
    requireBudget(role, request, isOffered);
    int unused = loop.budget().addModelCall(role);
    RequestSender.Send send =
        mayCall
            ? (model, sent, options) -> model.chat(sent.messages(), sent.offered().tools(), options)
            : ModelTurns::sendWithoutCalls;
    Received received =
        sender.sendBeforeDeadline(new Outgoing(models.of(role), role, request, false, send));
    if (isMain) {
      lastRequest = received.request();
      requireComplete(received);
    }
    Reply reply = mayCall ? received.sanitized() : received.sanitizedWithoutCalls();
    if (isMain) {
      if (!reply.calls().isEmpty()) {
        answerEvents().discard();
      }
      startTurn(reply);
    }
    finishes.put(reply.text().strip(), reply.finish());
    return reply;
  }

  private static Reply sendWithoutCalls(
      ModelConnection model, Request request, CallOptions options) {
    return model.close(request.messages(), request.offered().tools(), options);
  }

  private void requireBudget(String role, Request request, boolean mayCall) {
    Optional<StopReason> limit = loop.budget().limitReached(role, loop.count(request), mayCall);
    if (limit.isPresent()) {
      throw new BudgetExhaustedException(limit.get());
    }
    largestRequestTokens = Math.max(largestRequestTokens, loop.count(request));
    if (!loop.rules().isPaper()
        && role.equals(ModelsByRole.MAIN)
        && loop.repetitionDetector().isRepeating()) {
      throw new BudgetExhaustedException(StopReason.REPEATING);
    }
  }

  private void requireComplete(Received received) {
    Request request = received.request();
    OptionalLong processed =
        truncationDetector.detect(request.messages(), received.reportedTokens());
    if (processed.isPresent()) {
      int sent = loop.count(request);
      loop.budget().limitRequests((int) Math.min(sent, processed.getAsLong() * 9 / 10));
      throw new BudgetExhaustedException(
          StopReason.CONTEXT_CUT_BY_SERVER, explainTruncation(processed.getAsLong(), sent));
    }
  }

  private static String explainTruncation(long processedTokens, int sentTokens) {
    return ("The server drops the beginning of long requests: it counted %,d of about %,d tokens."
            + " Increase its context window (Ollama: num_ctx, llama.cpp: --ctx-size, vLLM:"
            + " --max-model-len), or set contextTokens of the budget to the size of that window.")
        .formatted(processedTokens, sentTokens);
  }

  private void startTurn(Reply reply) {
    boolean isTruncated = isTruncated(reply);
    int nextRequestTokens = loop.count(lastRequest) + loop.counter().count(reply.message());
    turn = new Turn(lastRequest, reply.calls(), isTruncated, nextRequestTokens);
    truncatedReplies += isTruncated ? 1 : 0;
    if (isTruncated && truncatedReplies > LoopRules.MAX_TRUNCATED_REPLIES) {
      throw new BudgetExhaustedException(StopReason.TRUNCATED);
    }
  }

  private static boolean isTruncated(Reply reply) {
    return !reply.calls().isEmpty() && reply.finish() == Reply.Finish.LENGTH;
  }

  /**
   * Returns the correction for a reply with which the main model would end the run too early; empty
   * if the reply needs none.
   */
  Optional<Message> correct(Reply reply) {
    int least = turn.nextRequestTokens() - loop.compactor().freeableTokens(lastRequest);
    return loop.budget().limitReached(ModelsByRole.MAIN, least, true).isPresent()
        ? Optional.empty()
        : corrections.next(reply, lastRequest.offered());
  }

  /**
   * Sends conversations of a role together.
   *
   * @throws BudgetExhaustedException if a limit of the run is reached
   * @throws ModelException if all requests failed
   */
  List<Completion> completeAll(
      String role, List<List<Message>> conversations, RequestSender.Send send) {
    if (role.equals(ModelsByRole.MAIN)) {
      answerEvents().discard();
    }
    ParallelTurns.Outcome outcome = parallel.send(role, conversations, send);
    for (ParallelSender.Result result : outcome.sent()) {
      Request request = result.request();
      largestRequestTokens = Math.max(largestRequestTokens, loop.count(request));
      Reply reply = result.reply();
      if (reply != null) {
        finishes.put(reply.text().strip(), reply.finish());
      }
      if (role.equals(ModelsByRole.MAIN)) {
        lastRequest = request;
        turn = new Turn(request, List.of(), false, loop.count(request));
      }
    }
    return outcome.completions();
  }

  /** Whether the budget allows further calls of the largest size so far, and the closing call. */
  boolean affords(String role, int calls) {
    return loop.budget().affords(role, calls, largestRequestTokens);
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
    Request last = loop.compactor().apply(lastRequest);
    int least = loop.count(last) - loop.compactor().freeableTokens(last);
    return !last.messages().isEmpty() && loop.budget().allowsClosing(least);
  }

  /**
   * Makes the closing call. The turn limit does not apply to this call.
   *
   * @throws BudgetExhaustedException if the request exceeds the model's context window, or if the
   *     run was cancelled
   */
  RequestSender.Received close(Message closing) {
    control.requireNotCancelled();
    lastRequest = sender.fit(lastRequest, false);
    int unused = loop.budget().addModelCall(ModelsByRole.MAIN);
    Received received =
        sender.send(
            new Outgoing(
                models.main(),
                ModelsByRole.MAIN,
                lastRequest.with(closing),
                true,
                ModelTurns::sendWithoutCalls));
    lastRequest = received.request();
    return received;
  }

  /**
   * Sends one request that turns an answer into a record. The turn limit of the strategy does not
   * apply to this request.
   *
   * @param schema the JSON schema of the record
   * @throws BudgetExhaustedException if the budget does not allow the request, or if the run was
   *     cancelled
   */
  Reply extract(List<Message> messages, String name, String schema) {
    control.requireNotCancelled();
    Request request = new Request(messages, Toolbox.empty()).normalize();
    Optional<StopReason> limit = loop.budget().extractionLimitReached(loop.count(request));
    if (limit.isPresent()) {
      throw new BudgetExhaustedException(limit.get());
    }
    int unused = loop.budget().addModelCall(ModelsByRole.EXTRACTION);
    Received received =
        sender.send(
            new Outgoing(
                models.of(ModelsByRole.EXTRACTION),
                ModelsByRole.EXTRACTION,
                request,
                true,
                (model, sent, options) ->
                    model.fill(sent.messages(), name, schema, options.withoutText())));
    return received.sanitizedWithoutCalls();
  }
}

package dev.arag.agent.internal.run;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.CorpusTooLargeException;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.answer.NoValueException;
import dev.arag.agent.answer.TypedAnswer;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Claim;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.internal.citation.AnswerParser;
import dev.arag.agent.internal.claim.Judgment;
import dev.arag.agent.internal.concurrent.ContextTask;
import dev.arag.agent.internal.concurrent.LruCache;
import dev.arag.agent.internal.concurrent.TimedCalls;
import dev.arag.agent.internal.loop.BudgetExhaustedException;
import dev.arag.agent.internal.loop.EvidenceReducer;
import dev.arag.agent.internal.loop.RunState;
import dev.arag.agent.internal.loop.StopReasonClassifier;
import dev.arag.agent.internal.loop.ToolCaller;
import dev.arag.agent.internal.model.ModelsByRole;
import dev.arag.agent.internal.typed.ParsedValue;
import dev.arag.agent.internal.typed.RecordSchema;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.spi.Completion;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.internal.failure.Causes;
import dev.arag.core.internal.thread.CallThreads;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.Toolbox;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One run: calls the strategy, makes the closing call when a limit is reached, determines the stop
 * reason, and builds the answer. A strategy cannot change these rules. Use one instance per
 * question.
 */
public final class QuestionRun {
  /** The name of a thread that executes a run. */
  public static final String THREAD_NAME = "arag-run";

  private final RunState state;
  private final ConversationState conversation;
  private final ConversationHistory history;
  private final Strategy strategy;
  private final String prompt;
  private final UnaryOperator<Runnable> context;
  private final @Nullable LruCache<AtomicReference<Judgment>> judgments;
  private final ModelCaller modelCaller;
  private final ToolCaller toolCaller;
  private final TimedCalls toolThreads;
  private final ModelsByRole models;
  private final CallSettings calls;
  private final Answer.Settings settings;
  private final AtomicBoolean hasEnded = new AtomicBoolean();

  /** A strategy that reads more chunks scans the corpus. The others are not compared. */
  private static final int MAX_READ = 2_000;

  /** The first chunks whose text the strategy took from the corpus. */
  private final Map<ChunkId, Chunk> readByStrategy =
      Collections.synchronizedMap(new LinkedHashMap<>());

  /**
   * @param conversation must be in use by this run
   * @param fields the fields of the requested record; empty if text is requested
   * @param context transfers the context of the current thread to another thread
   * @param judgments the judgments of earlier runs on sentences of answers; null if this run does
   *     not compare sentences with their quotes
   */
  public QuestionRun(
      RunState state,
      ConversationState conversation,
      String fields,
      Strategy strategy,
      Toolbox tools,
      TimedCalls toolThreads,
      ModelsByRole models,
      CallSettings calls,
      UnaryOperator<Runnable> context,
      @Nullable LruCache<AtomicReference<Judgment>> judgments) {
    this.state = state;
    this.conversation = conversation;
    this.strategy = strategy;
    this.toolThreads = toolThreads;
    this.models = models;
    this.calls = calls;
    this.context = context;
    this.judgments = judgments;
    modelCaller = new ModelCaller(state, models, calls);
    toolCaller = new ToolCaller(state, tools, toolThreads, models::redact);
    settings =
        new Answer.Settings(
            models.main().name().model(), strategy.name(), state.rules().profile().label());
    ConversationHistory earlier = conversation.history();
    prompt =
        state
            .rules()
            .messages()
            .question(state.recorder().question(), fields, earlier.isAfterClosingCall());
    earlier
        .toolUsesWithAnswer()
        .forEach(use -> state.compactor().addResult(use.call(), use.observation()));
    int toolTokens = state.counter().count(List.of(), tools);
    history =
        earlier.within(state.budget().historyTokens(toolTokens), state.compactor()::minTokens);
    state.compactor().retain(history.messages());
  }

  /** Runs a strategy on several questions, see {@code RunContext.runAll}. */
  List<Completion> runAll(Strategy inner, List<String> questions, int atMost) {
    int width = Math.min(atMost, calls.parallelCalls());
    return new ChildRuns(this, models).run(inner, questions, width);
  }

  /** Creates a child run. */
  QuestionRun child(Strategy inner, String question, Budget share, long seed) {
    ConversationState own = new ConversationState(List.of());
    return new QuestionRun(
        state.child(question, share, seed, own::tracker),
        own,
        "",
        inner,
        toolCaller.tools(),
        toolThreads,
        models,
        calls,
        context,
        null);
  }

  /** Adds what an ended child run has recorded besides its steps. */
  void addFrom(QuestionRun child) {
    child.state.recorder().warnings().forEach(state.recorder()::warn);
    readByStrategy.putAll(child.readByStrategy);
  }

  RunState state() {
    return state;
  }

  ModelCaller models() {
    return modelCaller;
  }

  ToolCaller tools() {
    return toolCaller;
  }

  /** Returns the earlier questions of the conversation that fit the model's context window. */
  ConversationHistory history() {
    return history;
  }

  /** Returns the corpus as the strategy sees it. */
  Corpus strategyCorpus() {
    return ObservedCorpus.of(
        state.corpus(),
        chunk -> {
          if (readByStrategy.size() < MAX_READ) {
            readByStrategy.putIfAbsent(chunk.id(), chunk);
          }
        });
  }

  /**
   * Answers the question with text.
   *
   * @throws NoAnswerException if there is no answer
   */
  public Answer answer() {
    if (CallThreads.isCurrentVirtual()) {
      return onPlatformThread(this::answer);
    }
    try {
      return toAnswer(requireText(draft()), List.of());
    } catch (RuntimeException | Error e) {
      throw fail(e);
    } finally {
      release();
    }
  }

  /**
   * Answers the question with a record.
   *
   * @throws NoAnswerException if there is no answer
   * @throws NoValueException if there is an answer as text but no record
   */
  public <T> TypedAnswer<T> answer(RecordSchema<T> schema) {
    if (CallThreads.isCurrentVirtual()) {
      return onPlatformThread(() -> answer(schema));
    }
    try {
      return toTypedAnswer(requireText(draft()), schema);
    } catch (RuntimeException | Error e) {
      throw fail(e);
    } finally {
      release();
    }
  }

  private <T> T onPlatformThread(Callable<T> run) {
    ContextTask<T> task = task(run);
    Thread thread = CallThreads.start(THREAD_NAME, task::runInContext);
    try {
      return CallThreads.await(
          task,
          () -> {
            cancel();
            thread.interrupt();
          });
    } finally {
      release();
    }
  }

  /** Returns work of this run for another thread, in the context of the current thread. */
  public <T> ContextTask<T> task(Callable<T> work) {
    try {
      return new ContextTask<>(work, context);
    } catch (RuntimeException | Error e) {
      release();
      throw e;
    }
  }

  /**
   * Cancels the run. To end the current step early, the caller must also interrupt the thread of
   * the run.
   */
  public void cancel() {
    state.budget().cancel();
  }

  /**
   * Ends the question if it has not ended yet, and allows the next question of the conversation.
   */
  public void release() {
    end(conversation.history());
  }

  private void end(ConversationHistory next) {
    if (!hasEnded.getAndSet(true)) {
      conversation.end(next);
    }
  }

  /** Runs the strategy of a child run. The parent checks the answer. */
  Completion complete() {
    try {
      RawAnswer draft = draft();
      if (draft.isByModel()) {
        return new Completion.Text(draft.text());
      }
      if (draft.failure() != null) {
        throw draft.failure();
      }
      return new Completion.Skipped(draft.reason());
    } catch (BudgetExhaustedException limit) {
      return new Completion.Skipped(limit.reason());
    } catch (ModelException e) {
      return new Completion.Failed(e.kind(), String.valueOf(e.getMessage()));
    }
  }

  private RawAnswer draft() {
    try {
      String result = strategy.run(prompt, new RoleContext(this, ModelsByRole.MAIN));
      String text = Objects.requireNonNullElse(result, "");
      Reply.Finish finish = modelCaller.finishOf(text);
      return StopReasonClassifier.isWithoutContent(text)
          ? new ClosingCall(this).afterEmptyText(finish)
          : new RawAnswer(text, StopReasonClassifier.of(finish), List.of());
    } catch (BudgetExhaustedException limit) {
      return new ClosingCall(this).afterLimit(limit);
    }
  }

  private RawAnswer requireText(RawAnswer draft) {
    if (draft.text().isBlank()) {
      String explanation =
          draft.warnings().isEmpty() ? explain(draft.reason()) : String.join(" ", draft.warnings());
      throw noAnswer(draft.reason(), explanation, draft.failure());
    }
    return draft;
  }

  /**
   * Builds the answer and ends the question.
   *
   * @param moreWarnings warnings to append to the warnings about the text
   */
  private Answer toAnswer(RawAnswer draft, List<String> moreWarnings) {
    Trajectory steps = trajectory(draft.reason());
    ParsedAnswer read = AnswerParser.parse(draft.text(), steps.shown(), state.corpus());
    ParsedAnswer parsed = draft.isByModel() ? read : read.withOutcome(Outcome.PARTIAL);
    Trajectory trajectory =
        steps.withAnswer(parsed).withExchanges(exchangesAfter(steps, parsed, draft));
    List<String> warnings = new ArrayList<>(AnswerWarnings.of(draft, trajectory, this));
    warnings.addAll(trajectory.warnings());
    warnings.addAll(moreWarnings);
    modelCaller.answerEvents().finish(parsed.text(), steps.shown());
    trajectory
        .citations()
        .forEach(each -> state.recorder().send(new RunEvent.CitationChecked(each)));
    trajectory = withClaims(trajectory, parsed);
    warnings.addAll(AnswerWarnings.claims(trajectory.claims()));
    end(history.with(trajectory));
    state.recorder().send(new RunEvent.Finished(trajectory));
    warnings.addAll(state.recorder().observerWarnings());
    return new Answer(trajectory, warnings, settings);
  }

  /** Compares the cited sentences with their quotes if the agent is configured so. */
  private Trajectory withClaims(Trajectory answered, ParsedAnswer parsed) {
    if (judgments == null) {
      return answered;
    }
    List<Claim> claims = new ClaimCheck(this, judgments).check(parsed, answered.shown());
    claims.forEach(each -> state.recorder().send(new RunEvent.ClaimChecked(each)));
    return state
        .recorder()
        .trajectory(answered.stopReason(), state.budget().elapsed())
        .withWarnings(answered.warnings())
        .withAnswer(parsed)
        .withExchanges(answered.exchanges())
        .withClaims(claims);
  }

  private Trajectory trajectory(StopReason reason) {
    Trajectory run = state.recorder().trajectory(reason, state.budget().elapsed());
    warnAboutPastedText(run);
    return run.withWarnings(state.recorder().warnings());
  }

  /** Warns of text that the strategy took from the corpus and sent without showing it. */
  private void warnAboutPastedText(Trajectory run) {
    synchronized (readByStrategy) {
      PastedText.warnings(run, readByStrategy.values()).forEach(state.recorder()::warn);
    }
  }

  /** Returns the messages of the conversation as the next question's requests contain them. */
  private List<List<Message>> exchangesAfter(
      Trajectory steps, ParsedAnswer answer, RawAnswer draft) {
    EvidenceReducer reducer = new EvidenceReducer(state, steps.steps(), answer.citations());
    return history.exchangesAfter(
        modelCaller.lastRequest(), state.compactor(), reducer, prompt, draft.text());
  }

  private <T> TypedAnswer<T> toTypedAnswer(RawAnswer draft, RecordSchema<T> schema) {
    ValueExtractor.Extraction<T> extraction =
        new ValueExtractor<>(schema, this).extract(state.recorder().question(), draft);
    ParsedValue<T> parsed = extraction.value();
    if (parsed == null) {
      throw new NoValueException(
          "There is an answer as text, but no " + schema.name() + ". " + extraction.problem(),
          toAnswer(draft, List.of()),
          extraction.failure());
    }
    UnseenValues unseen =
        UnseenValues.of(
            parsed.texts(), state.recorder().trajectory(draft.reason(), state.budget().elapsed()));
    return new TypedAnswer<>(parsed.value(), toAnswer(draft, unseen.warnings()), unseen.byPath());
  }

  /** Ends the run after a failure and returns the exception to throw. */
  private RuntimeException fail(Throwable failure) {
    if (failure instanceof NoAnswerException || failure instanceof NoValueException) {
      return (RuntimeException) failure;
    }
    if (failure instanceof BudgetExhaustedException limit) {
      return noAnswer(limit.reason(), explain(limit.reason()), null);
    }
    if (failure instanceof RuntimeException exception && isInterruption(exception)) {
      return noAnswer(StopReason.CANCELLED, "The run was interrupted.", failure);
    }
    if (failure instanceof ModelException exception) {
      return noAnswer(
          StopReasonClassifier.of(exception), String.valueOf(exception.getMessage()), exception);
    }
    if (failure instanceof CorpusTooLargeException exception) {
      return noAnswer(StopReason.CONTEXT_LIMIT, String.valueOf(exception.getMessage()), exception);
    }
    modelCaller.answerEvents().discard();
    state.recorder().fail(failure);
    if (failure instanceof Error error) {
      throw error;
    }
    return (RuntimeException) failure;
  }

  /**
   * Whether an exception was caused by the cancellation of the run. Searches, embedders, and tools
   * may report an interrupt with any exception type and may clear the interrupt flag. A model call
   * runs on another thread, so an interrupt in its exception does not mean that the run was
   * interrupted.
   */
  private boolean isInterruption(RuntimeException failure) {
    if (!(failure instanceof ModelException)) {
      Causes.restoreInterrupt(failure);
    }
    return state.budget().isCancelled();
  }

  private static String explain(StopReason reason) {
    return reason.explanation();
  }

  private NoAnswerException noAnswer(
      StopReason reason, String explanation, @Nullable Throwable cause) {
    Trajectory trajectory = trajectory(reason);
    modelCaller.answerEvents().discard();
    end(history.with(trajectory));
    state.recorder().send(new RunEvent.Finished(trajectory));
    return new NoAnswerException("There is no answer. " + explanation, trajectory, settings, cause);
  }
}

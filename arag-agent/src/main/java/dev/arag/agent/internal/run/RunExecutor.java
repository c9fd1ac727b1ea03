package dev.arag.agent.internal.run;

import dev.arag.agent.Answer;
import dev.arag.agent.NoAnswerException;
import dev.arag.agent.NoValueException;
import dev.arag.agent.RunEvent;
import dev.arag.agent.RunSettings;
import dev.arag.agent.TypedAnswer;
import dev.arag.agent.citation.CitationReader;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.internal.concurrent.InterruptFlag;
import dev.arag.agent.internal.concurrent.WrappedTask;
import dev.arag.agent.internal.loop.BudgetExhaustedException;
import dev.arag.agent.internal.loop.LoopContext;
import dev.arag.agent.internal.typed.ParsedValue;
import dev.arag.agent.internal.typed.RecordSchema;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.strategy.CorpusTooLargeException;
import dev.arag.agent.strategy.Strategy;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.internal.thread.CallThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Executes one run: calls the strategy, makes the closing call when a limit is reached, determines
 * the stop reason, and builds the answer. A strategy cannot change these rules. Use one instance
 * per question.
 */
public final class RunExecutor {
  /** The name of a thread that executes a run. */
  public static final String THREAD_NAME = "arag-run";

  private final RunSession session;
  private final Strategy strategy;
  private final String prompt;
  private final LoopContext loop;
  private final RunSettings settings;

  /**
   * @param prompt the question as the strategy receives it
   */
  public RunExecutor(RunSession session, Strategy strategy, String prompt) {
    this.session = session;
    this.strategy = strategy;
    this.prompt = prompt;
    this.loop = session.loop();
    this.settings =
        new RunSettings(session.turns().modelName(), strategy.name(), loop.rules().profile());
  }

  /**
   * Answers the question with text.
   *
   * @throws NoAnswerException if there is no answer
   */
  public Answer answer() {
    return execute(() -> toAnswer(requireText(draft()), List.of()));
  }

  /**
   * Answers the question with a record.
   *
   * @throws NoAnswerException if there is no answer
   * @throws NoValueException if there is an answer as text but no record
   */
  public <T> TypedAnswer<T> answer(RecordSchema<T> schema) {
    return execute(() -> toTypedAnswer(requireText(draft()), schema));
  }

  private <T> T execute(Supplier<T> run) {
    try {
      return CallThreads.isCurrentVirtual() ? executeOnPlatformThread(run) : failSafe(run);
    } finally {
      session.release();
    }
  }

  private <T> T executeOnPlatformThread(Supplier<T> run) {
    WrappedTask<T> task = new WrappedTask<>(() -> failSafe(run));
    Thread thread = CallThreads.start(THREAD_NAME, task.in(loop.recorder()::wrapRun));
    return CallThreads.await(
        task,
        () -> {
          cancel();
          thread.interrupt();
        });
  }

  private <T> T failSafe(Supplier<T> run) {
    try {
      return run.get();
    } catch (RuntimeException | Error e) {
      throw fail(e);
    }
  }

  /**
   * Wraps work that calls {@link #answer()} on another thread. The work runs in the context of the
   * current thread.
   */
  public Runnable wrap(Runnable work) {
    try {
      return loop.recorder().wrapRun(work);
    } catch (RuntimeException | Error e) {
      session.release();
      throw e;
    }
  }

  /** Ends the question if its run could not be executed. */
  public void release() {
    session.release();
  }

  /**
   * Cancels the run. To end the current step early, the caller must also interrupt the thread of
   * the run.
   */
  public void cancel() {
    session.control().cancel();
  }

  private RawAnswer draft() {
    ClosingCall closingCall = new ClosingCall(session);
    try {
      String result = strategy.run(prompt, new RoleContext(session, ModelsByRole.MAIN));
      String text = Objects.requireNonNullElse(result, "");
      Reply.Finish finish = session.turns().finishOf(text);
      return StopReasonClassifier.isWithoutContent(text)
          ? closingCall.afterEmptyText(finish)
          : new RawAnswer(text, StopReasonClassifier.of(text, finish), List.of());
    } catch (BudgetExhaustedException limit) {
      return closingCall.afterLimit(limit);
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
    ParsedAnswer parsed = CitationReader.read(draft.text(), steps.shown(), session.corpus());
    Trajectory trajectory =
        steps.withAnswer(parsed).withExchanges(session.exchangesAfter(prompt, draft.text()));
    List<String> warnings = new ArrayList<>(AnswerWarnings.of(draft, trajectory, session));
    warnings.addAll(trajectory.warnings());
    warnings.addAll(moreWarnings);
    session.turns().answerEvents().finish(parsed.text(), steps.shown());
    trajectory
        .citations()
        .forEach(each -> loop.recorder().send(new RunEvent.CitationChecked(each)));
    session.end(trajectory);
    loop.recorder().send(new RunEvent.Finished(trajectory));
    warnings.addAll(loop.recorder().observerWarnings());
    return new Answer(trajectory, warnings, settings);
  }

  private Trajectory trajectory(StopReason reason) {
    Trajectory run = loop.recorder().trajectory(reason, loop.budget().elapsed());
    session.warnAboutPastedText(run);
    return run.withWarnings(loop.recorder().warnings());
  }

  private <T> TypedAnswer<T> toTypedAnswer(RawAnswer draft, RecordSchema<T> schema) {
    ValueExtractor.Extraction<T> extraction =
        new ValueExtractor<>(schema, session).extract(loop.recorder().question(), draft);
    ParsedValue<T> parsed = extraction.value();
    if (parsed == null) {
      throw new NoValueException(
          "There is an answer as text, but no " + schema.name() + ". " + extraction.problem(),
          toAnswer(draft, List.of()),
          extraction.failure());
    }
    UnseenValues unseen =
        UnseenValues.of(
            parsed.texts(), loop.recorder().trajectory(draft.reason(), loop.budget().elapsed()));
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
    session.turns().answerEvents().discard();
    loop.recorder().fail(failure);
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
      InterruptFlag.restore(failure);
    }
    return session.control().isCancelled();
  }

  private static String explain(StopReason reason) {
    return (reason.description() + " " + reason.remedy()).strip();
  }

  private NoAnswerException noAnswer(
      StopReason reason, String explanation, @Nullable Throwable cause) {
    Trajectory trajectory = trajectory(reason);
    session.turns().answerEvents().discard();
    session.end(trajectory);
    loop.recorder().send(new RunEvent.Finished(trajectory));
    return new NoAnswerException("There is no answer. " + explanation, trajectory, settings, cause);
  }
}

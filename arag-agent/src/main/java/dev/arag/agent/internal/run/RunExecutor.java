package dev.arag.agent.internal.run;

import dev.arag.agent.Answer;
import dev.arag.agent.LoopMessage;
import dev.arag.agent.NoAnswerException;
import dev.arag.agent.NoValueException;
import dev.arag.agent.RunEvent;
import dev.arag.agent.TypedAnswer;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.CitationReader;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.grounding.UnseenTerm;
import dev.arag.agent.internal.concurrent.Interrupts;
import dev.arag.agent.internal.loop.BudgetExhausted;
import dev.arag.agent.internal.loop.BudgetTracker;
import dev.arag.agent.internal.loop.MessageTemplates;
import dev.arag.agent.internal.loop.TrajectoryRecorder;
import dev.arag.agent.internal.typed.ParsedValue;
import dev.arag.agent.internal.typed.RecordSchema;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.strategy.RunContext;
import dev.arag.agent.strategy.Strategy;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.text.ChunkId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Conducts one run: lets the strategy work, makes the closing call when the budget has ended,
 * decides why the run ended, and makes the answer. A strategy cannot claim any of it.
 */
public final class RunExecutor {
  private static final int MOST_NAMED = 5;

  private final RunSession run;
  private final BudgetTracker limits;
  private final TrajectoryRecorder recorder;
  private final ModelsByRole models;
  private final MessageTemplates texts;
  private final ConversationState.Asking asking;
  private final String asked;

  /**
   * Text to answer with, blank if there is none, and why the run ended.
   *
   * @param isByModel whether a model wrote the text
   * @param warnings what to know about both
   * @param failure of the closing call; null if it did not fail
   */
  private record Draft(
      String text,
      StopReason reason,
      boolean isByModel,
      List<String> warnings,
      @Nullable ModelException failure) {
    Draft(String text, StopReason reason, List<String> warnings) {
      this(text, reason, true, warnings, null);
    }
  }

  /** What came of the closing call: a reply, or why there is none. */
  private record Closing(
      @Nullable Reply reply, StopReason reason, String why, @Nullable ModelException failure) {
    Closing(@Nullable Reply reply, StopReason reason, String why) {
      this(reply, reason, why, null);
    }
  }

  /**
   * @param asked the question as the strategy is given it
   */
  public RunExecutor(
      RunSession run,
      BudgetTracker limits,
      TrajectoryRecorder recorder,
      ModelsByRole models,
      MessageTemplates texts,
      ConversationState.Asking asking,
      String asked) {
    this.run = run;
    this.limits = limits;
    this.recorder = recorder;
    this.models = models;
    this.texts = texts;
    this.asking = asking;
    this.asked = asked;
  }

  /**
   * @throws NoAnswerException if there is nothing to read
   */
  Answer answer(Strategy strategy, RunContext context) {
    return guarded(() -> answer(readable(draft(strategy, context)), List.of()));
  }

  /**
   * @throws NoAnswerException if there is nothing to read
   * @throws NoValueException if there is an answer in words only
   */
  <T> TypedAnswer<T> answer(Strategy strategy, RunContext context, RecordSchema<T> form) {
    return guarded(() -> typed(readable(draft(strategy, context)), form));
  }

  private <T> T guarded(Supplier<T> work) {
    try {
      return work.get();
    } catch (NoAnswerException | NoValueException e) {
      throw e;
    } catch (RuntimeException e) {
      if (isInterruption(e)) {
        throw noAnswer(StopReason.CANCELLED, "The run was interrupted.", e);
      }
      throw e instanceof ModelException failure
          ? noAnswer(reason(failure), String.valueOf(e.getMessage()), e)
          : e;
    }
  }

  private Draft readable(Draft draft) {
    if (draft.text().isBlank()) {
      throw noAnswer(draft.reason(), explain(draft), draft.failure());
    }
    return draft;
  }

  private <T> TypedAnswer<T> typed(Draft draft, RecordSchema<T> form) {
    ValueExtractor<T> filling =
        new ValueExtractor<>(form, run, models.of(RunSession.FORM_ROLE), texts);
    String unasked = notToAsk(draft);
    if (unasked.isEmpty()) {
      fill(filling, draft);
    }
    ParsedValue<T> filled = filling.filled();
    if (filled == null) {
      String why = unasked.isEmpty() ? filling.problem() : unasked;
      throw new NoValueException(
          "There is an answer in words, but no " + form.name() + ". " + why,
          answer(draft, List.of()),
          filling.failure());
    }
    UnseenValues unseen =
        UnseenValues.of(filled.texts(), recorder.trajectory(draft.reason(), limits.elapsed()));
    return new TypedAnswer<>(filled.value(), answer(draft, unseen.warnings()), unseen.byPlace());
  }

  /** Why nothing can be filled in; empty if it can be tried. */
  private static String notToAsk(Draft draft) {
    if (!draft.isByModel()) {
      return "The model did not answer.";
    }
    return StopReasons.saysNotFound(draft.text()) ? "The documents do not tell it." : "";
  }

  private void fill(ValueExtractor<?> filling, Draft draft) {
    try {
      filling.fill(recorder.question(), draft.text());
    } catch (BudgetExhausted ended) {
      throw noAnswer(ended.reason(), "The run was cancelled.", null);
    }
  }

  private static StopReason reason(ModelException failure) {
    if (failure.isOutOfTime()) {
      return StopReason.DEADLINE;
    }
    return failure.isRefusal() ? StopReason.REFUSED : StopReason.MODEL_FAILED;
  }

  /**
   * Searches, encoders and tools tell of an interrupt by an exception of any kind; some take the
   * flag away. A model is called on another thread, so what it says of interrupts is its own.
   */
  private boolean isInterruption(RuntimeException failure) {
    if (!(failure instanceof ModelException)) {
      Interrupts.restore(failure);
    }
    return run.isCancelled();
  }

  private static String explain(Draft draft) {
    return draft.warnings().isEmpty()
        ? StopReasons.explain(draft.reason())
        : String.join(" ", draft.warnings());
  }

  private Draft draft(Strategy strategy, RunContext context) {
    try {
      String text = Objects.requireNonNullElse(strategy.run(asked, context), "");
      Reply.Finish finish = run.finishOf(text);
      return StopReasons.saysNothing(text)
          ? afterNothing(finish)
          : new Draft(text, StopReasons.reason(text, finish), List.of());
    } catch (BudgetExhausted ended) {
      return afterBudget(ended);
    }
  }

  /** One more chance for a model that stopped without a word, unless a filter made it. */
  private Draft afterNothing(Reply.Finish finish) {
    StopReason reason = StopReasons.reasonOfNothing(finish);
    if (reason == StopReason.REFUSED) {
      return new Draft("", reason, List.of());
    }
    Closing closing = close(reason);
    Reply reply = closing.reply();
    return reply == null
        ? evidence(closing, closing.why())
        : new Draft(reply.text(), StopReasons.reason(reply.text(), reply.finish()), List.of());
  }

  private Draft afterBudget(BudgetExhausted ended) {
    if (ended.reason() == StopReason.CANCELLED) {
      throw noAnswer(ended.reason(), "The run was cancelled.", null);
    }
    Closing closing = close(ended.reason());
    Reply reply = closing.reply();
    return reply == null
        ? evidence(closing, ended.advice().isEmpty() ? closing.why() : ended.advice())
        : new Draft(reply.text(), ended.reason(), nonEmpty(ended.advice()));
  }

  /** What was found, as an answer is better than none; empty if nothing was. */
  private Draft evidence(Closing closing, String why) {
    String text = StopReasons.evidence(recorder.steps(), texts.of(LoopMessage.EVIDENCE));
    List<String> warnings = new ArrayList<>();
    if (!text.isEmpty()) {
      warnings.add("The model did not answer: the text is what had been found.");
    }
    warnings.addAll(nonEmpty(why));
    return new Draft(text, closing.reason(), false, warnings, closing.failure());
  }

  private static List<String> nonEmpty(String text) {
    return text.isEmpty() ? List.of() : List.of(text);
  }

  /**
   * @param reason why the run ends
   */
  private Closing close(StopReason reason) {
    if (!run.allowsClosing()) {
      return new Closing(null, reason, "");
    }
    try {
      Reply reply = run.close(models.main(), new Message.User(texts.of(LoopMessage.CLOSING)));
      if (!StopReasons.saysNothing(reply.text())) {
        return new Closing(reply, reason, "");
      }
      boolean isRefused = reply.finish() == Reply.Finish.CONTENT_FILTER;
      return new Closing(
          null,
          isRefused ? StopReason.REFUSED : reason,
          "The model said nothing when it had to answer.");
    } catch (BudgetExhausted e) {
      if (e.reason() == StopReason.CANCELLED) {
        throw noAnswer(StopReason.CANCELLED, "The run was cancelled.", null);
      }
      return new Closing(null, reason, e.advice());
    } catch (ModelException e) {
      if (isInterruption(e)) {
        throw e;
      }
      return new Closing(null, reasonOf(e, reason), whyClosingFailed(e), e);
    }
  }

  /** The closing call has the last of the time only, which alone would puzzle a reader. */
  private static String whyClosingFailed(ModelException failure) {
    String said = String.valueOf(failure.getMessage());
    return failure.isOutOfTime() ? "The time of the run was up. In its last call: " + said : said;
  }

  /** A model that fails is never told as a limit of the run, but for the time it had left. */
  private static StopReason reasonOf(ModelException failure, StopReason reason) {
    if (failure.isOutOfTime()) {
      return reason == StopReason.MODEL_FAILED ? reason : StopReason.DEADLINE;
    }
    return failure.isRefusal() ? StopReason.REFUSED : StopReason.MODEL_FAILED;
  }

  /**
   * @param more warnings that follow those of the text
   */
  private Answer answer(Draft draft, List<String> more) {
    Trajectory record = recorder.trajectory(draft.reason(), limits.elapsed());
    ParsedAnswer read = CitationReader.read(draft.text(), record.shown(), run.corpus());
    Trajectory trajectory = record.withAnswer(read);
    List<String> warnings = new ArrayList<>(warnings(draft, trajectory));
    warnings.addAll(more);
    trajectory.citations().forEach(each -> recorder.tell(new RunEvent.CitationChecked(each)));
    asking.end(run.pastWith(trajectory, asked, draft.text()));
    recorder.tell(new RunEvent.Finished(trajectory));
    warnings.addAll(recorder.warnings());
    return new Answer(trajectory, warnings);
  }

  private List<String> warnings(Draft draft, Trajectory trajectory) {
    List<String> warnings = new ArrayList<>(draft.warnings());
    if (trajectory.usage().toolCalls() == 0 && trajectory.shown().isEmpty()) {
      warnings.add("The answer was given without a search.");
    } else if (draft.reason() == StopReason.ANSWERED && trajectory.citations().isEmpty()) {
      warnings.add("The answer names no source.");
    }
    warnings.addAll(unverified(trajectory.citations()));
    warnings.addAll(gone(trajectory));
    if (draft.isByModel()) {
      warnings.addAll(unseen("", trajectory.unseenTerms()));
    }
    return warnings;
  }

  /** An earlier question of the conversation may have seen an older state of the documents. */
  private List<String> gone(Trajectory trajectory) {
    if (trajectory.earlier().isEmpty()) {
      return List.of();
    }
    List<String> gone =
        trajectory.citations().stream()
            .filter(each -> each.verdict().isVerified())
            .map(Citation::chunk)
            .distinct()
            .filter(run::wasReadEarlier)
            .filter(chunk -> run.corpus().read(chunk).isEmpty())
            .map(ChunkId::value)
            .toList();
    return gone.isEmpty()
        ? List.of()
        : List.of(
            "Shown for an earlier question, and not in the documents any more: "
                + String.join(", ", gone)
                + ".");
  }

  private static List<String> unverified(List<Citation> citations) {
    long unverified = citations.stream().filter(each -> !each.verdict().isVerified()).count();
    return unverified == 0
        ? List.of()
        : List.of(
            unverified
                + " of "
                + citations.size()
                + " citations are not in the text the model was shown.");
  }

  /**
   * @param where they are, as the beginning of a sentence; may be empty
   */
  static List<String> unseen(String where, List<UnseenTerm> terms) {
    List<String> texts = terms.stream().map(UnseenTerm::text).distinct().toList();
    String more = texts.size() > MOST_NAMED ? " and " + (texts.size() - MOST_NAMED) + " more" : "";
    return texts.isEmpty()
        ? List.of()
        : List.of(
            where
                + (where.isEmpty() ? "In" : "in")
                + " no text the model was shown: "
                + String.join(", ", texts.subList(0, Math.min(MOST_NAMED, texts.size())))
                + more
                + ".");
  }

  private NoAnswerException noAnswer(StopReason reason, String why, @Nullable Throwable cause) {
    Trajectory trajectory = recorder.trajectory(reason, limits.elapsed());
    asking.end(run.pastWithout(trajectory));
    recorder.tell(new RunEvent.Finished(trajectory));
    return new NoAnswerException("No answer (" + reason + "). " + why, trajectory, cause);
  }
}

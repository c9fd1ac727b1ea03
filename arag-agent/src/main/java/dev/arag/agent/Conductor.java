package dev.arag.agent;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.CitationReader;
import dev.arag.agent.citation.ReadAnswer;
import dev.arag.agent.citation.UnseenTerm;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelConnection;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.strategy.RunContext;
import dev.arag.agent.strategy.Strategy;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.error.AragException;
import dev.arag.core.error.CorpusException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Conducts one run: lets the strategy work, makes the closing call when the budget has ended,
 * decides why the run ended, and makes the answer. A strategy cannot claim any of it.
 */
final class Conductor {
  private static final int MOST_NAMED = 5;

  private final LiveRun run;
  private final Limits limits;
  private final Recorder recorder;
  private final ModelConnection model;
  private final LoopTexts texts;

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

  Conductor(LiveRun run, Limits limits, Recorder recorder, ModelConnection model, LoopTexts texts) {
    this.run = run;
    this.limits = limits;
    this.recorder = recorder;
    this.model = model;
    this.texts = texts;
  }

  /**
   * @throws NoAnswerException if there is nothing to read
   */
  Answer answer(Strategy strategy, String question, RunContext context) {
    try {
      Draft draft = draft(strategy, question, context);
      if (draft.text().isBlank()) {
        throw noAnswer(draft.reason(), explain(draft), draft.failure());
      }
      return answer(draft);
    } catch (ModelException e) {
      throw isInterruption(e)
          ? noAnswer(StopReason.CANCELLED, "The run was interrupted.", e)
          : noAnswer(reason(e), String.valueOf(e.getMessage()), e);
    } catch (CorpusException e) {
      if (isInterruption(e)) {
        throw noAnswer(StopReason.CANCELLED, "The run was interrupted.", e);
      }
      throw e;
    }
  }

  private static StopReason reason(ModelException failure) {
    if (failure.isOutOfTime()) {
      return StopReason.DEADLINE;
    }
    return failure.isRefusal() ? StopReason.REFUSED : StopReason.MODEL_FAILED;
  }

  /** Clients and searches tell of an interrupt by an exception; some take the flag away. */
  private static boolean isInterruption(AragException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
    }
    return Thread.currentThread().isInterrupted();
  }

  private static String explain(Draft draft) {
    return draft.warnings().isEmpty()
        ? Endings.explain(draft.reason())
        : String.join(" ", draft.warnings());
  }

  private Draft draft(Strategy strategy, String question, RunContext context) {
    try {
      String text = Objects.requireNonNullElse(strategy.run(question, context), "");
      Reply.Finish finish = run.finishOf(text);
      return text.isBlank()
          ? afterNothing(finish)
          : new Draft(text, Endings.reason(text, finish), List.of());
    } catch (BudgetEnded ended) {
      return afterBudget(ended);
    }
  }

  /** One more chance for a model that stopped without a word, unless a filter made it. */
  private Draft afterNothing(Reply.Finish finish) {
    StopReason reason = Endings.reasonOfNothing(finish);
    if (reason == StopReason.REFUSED) {
      return new Draft("", reason, List.of());
    }
    Closing closing = close(reason);
    Reply reply = closing.reply();
    return reply == null
        ? evidence(closing, closing.why())
        : new Draft(reply.text(), Endings.reason(reply.text(), reply.finish()), List.of());
  }

  private Draft afterBudget(BudgetEnded ended) {
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
    String text = Endings.evidence(recorder.steps(), texts.of(LoopText.EVIDENCE));
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
      Reply reply = run.close(model, new Message.User(texts.of(LoopText.CLOSING)));
      if (!reply.text().isBlank()) {
        return new Closing(reply, reason, "");
      }
      boolean isRefused = reply.finish() == Reply.Finish.CONTENT_FILTER;
      return new Closing(
          null,
          isRefused ? StopReason.REFUSED : reason,
          "The model said nothing when it had to answer.");
    } catch (BudgetEnded e) {
      return new Closing(null, reason, e.advice());
    } catch (ModelException e) {
      if (isInterruption(e)) {
        throw e;
      }
      return new Closing(null, reasonOf(e, reason), String.valueOf(e.getMessage()), e);
    }
  }

  /** A model that fails is never told as a limit of the run, but for the time it had left. */
  private static StopReason reasonOf(ModelException failure, StopReason reason) {
    if (failure.isOutOfTime()) {
      return reason == StopReason.MODEL_FAILED ? reason : StopReason.DEADLINE;
    }
    return failure.isRefusal() ? StopReason.REFUSED : StopReason.MODEL_FAILED;
  }

  private Answer answer(Draft draft) {
    Trajectory record = recorder.trajectory(draft.reason(), limits.elapsed());
    ReadAnswer read = CitationReader.read(draft.text(), record.shown(), run.corpus());
    Trajectory trajectory = record.withAnswer(read);
    recorder.tell(new RunEvent.Finished(trajectory));
    return new Answer(trajectory, warnings(draft, trajectory));
  }

  private List<String> warnings(Draft draft, Trajectory trajectory) {
    List<String> warnings = new ArrayList<>(draft.warnings());
    if (trajectory.usage().toolCalls() == 0) {
      warnings.add("The answer was given without a search.");
    } else if (draft.reason() == StopReason.ANSWERED && trajectory.citations().isEmpty()) {
      warnings.add("The answer names no source.");
    }
    warnings.addAll(unverified(trajectory.citations()));
    if (draft.isByModel()) {
      warnings.addAll(unseen(trajectory.unseenTerms()));
    }
    warnings.addAll(recorder.warnings());
    return warnings;
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

  private static List<String> unseen(List<UnseenTerm> terms) {
    List<String> texts = terms.stream().map(UnseenTerm::text).distinct().toList();
    String more = texts.size() > MOST_NAMED ? " and " + (texts.size() - MOST_NAMED) + " more" : "";
    return texts.isEmpty()
        ? List.of()
        : List.of(
            "In no text the model was shown: "
                + String.join(", ", texts.subList(0, Math.min(MOST_NAMED, texts.size())))
                + more
                + ".");
  }

  private NoAnswerException noAnswer(StopReason reason, String why, @Nullable Throwable cause) {
    Trajectory trajectory = recorder.trajectory(reason, limits.elapsed());
    recorder.tell(new RunEvent.Finished(trajectory));
    return new NoAnswerException("No answer (" + reason + "). " + why, trajectory, cause);
  }
}

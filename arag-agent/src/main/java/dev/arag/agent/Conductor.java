package dev.arag.agent;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.CitationReader;
import dev.arag.agent.citation.ReadAnswer;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelConnection;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.strategy.RunContext;
import dev.arag.agent.strategy.Strategy;
import dev.arag.agent.trajectory.Step;
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
  private final LiveRun run;
  private final Limits limits;
  private final Recorder recorder;
  private final ModelConnection model;

  /** Text to answer with, blank if there is none, and why the run ended. */
  private record Draft(String text, StopReason reason, boolean isByModel) {}

  Conductor(LiveRun run, Limits limits, Recorder recorder, ModelConnection model) {
    this.run = run;
    this.limits = limits;
    this.recorder = recorder;
    this.model = model;
  }

  /**
   * @throws NoAnswerException if there is nothing to read
   */
  Answer answer(Strategy strategy, String question, RunContext context) {
    try {
      Draft draft = draft(strategy, question, context);
      if (draft.text().isBlank()) {
        throw noAnswer(draft.reason(), Endings.explain(draft.reason()), null);
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

  private Draft draft(Strategy strategy, String question, RunContext context) {
    try {
      String text = Objects.requireNonNullElse(strategy.run(question, context), "");
      return text.isBlank()
          ? afterNothing(finish(text))
          : new Draft(text, Endings.reason(text, finish(text)), true);
    } catch (BudgetEnded ended) {
      return afterBudget(ended.reason());
    }
  }

  /** One more chance for a model that stopped without a word, unless a filter made it. */
  private Draft afterNothing(Reply.Finish finish) {
    if (finish == Reply.Finish.CONTENT_FILTER || !run.allowsClosing()) {
      return new Draft("", Endings.reasonOfNothing(finish), true);
    }
    Reply reply = close();
    return reply.text().isBlank()
        ? new Draft("", Endings.reasonOfNothing(reply.finish()), true)
        : new Draft(reply.text(), Endings.reason(reply.text(), reply.finish()), true);
  }

  private Draft afterBudget(StopReason reason) {
    if (reason == StopReason.CANCELLED) {
      throw noAnswer(reason, "The run was cancelled.", null);
    }
    String text = run.allowsClosing() ? close().text() : "";
    return text.isBlank()
        ? new Draft(Endings.evidence(recorder.steps()), reason, false)
        : new Draft(text, reason, true);
  }

  private Reply close() {
    return run.close(model, new Message.User(Endings.CLOSING_MESSAGE));
  }

  /** How the model came to the end of this text; a text a strategy composed has just ended. */
  private Reply.Finish finish(String text) {
    Reply.Finish finish = Reply.Finish.STOP;
    for (Step step : recorder.steps()) {
      if (step instanceof Step.ModelCall call && call.reply().text().equals(text)) {
        finish = call.reply().finish();
      }
    }
    return finish;
  }

  private Answer answer(Draft draft) {
    Trajectory record = recorder.trajectory(draft.reason(), limits.elapsed());
    ReadAnswer read = CitationReader.read(draft.text(), record.shown(), run.corpus());
    Trajectory trajectory = record.withAnswer(read);
    recorder.tell(new RunEvent.Finished(trajectory));
    return new Answer(trajectory, warnings(draft, trajectory));
  }

  private List<String> warnings(Draft draft, Trajectory trajectory) {
    List<String> warnings = new ArrayList<>();
    if (!draft.isByModel()) {
      warnings.add("The model did not answer: the text is what had been found.");
    }
    if (trajectory.usage().toolCalls() == 0) {
      warnings.add("The answer was given without a search.");
    } else if (draft.reason() == StopReason.ANSWERED && trajectory.citations().isEmpty()) {
      warnings.add("The answer names no source.");
    }
    warnings.addAll(unverified(trajectory.citations()));
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

  private NoAnswerException noAnswer(StopReason reason, String why, @Nullable Throwable cause) {
    Trajectory trajectory = recorder.trajectory(reason, limits.elapsed());
    recorder.tell(new RunEvent.Finished(trajectory));
    return new NoAnswerException("No answer (" + reason + "). " + why, trajectory, cause);
  }
}

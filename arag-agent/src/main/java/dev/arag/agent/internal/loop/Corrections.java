package dev.arag.agent.internal.loop;

import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.internal.citation.AnswerParser;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.agent.spi.LoopMessage;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.Step.CorrectionKind;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.RetrievalTool;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sends corrections to a model that would end a run too early. Each kind of correction is sent at
 * most once per run.
 */
public final class Corrections {
  private final RunState run;
  private final Set<CorrectionKind> sent = EnumSet.noneOf(CorrectionKind.class);
  private @Nullable PendingCorrection pending;
  private boolean hasEnded;

  /**
   * A correction of a reply.
   *
   * @param reply the reply that is corrected
   */
  public record PendingCorrection(CorrectionKind kind, Reply reply) {
    /**
     * Whether the model may call tools in its next reply. It may not if only citations are missing
     * from its answer.
     */
    public boolean allowsCalls() {
      return kind != CorrectionKind.NO_CITATION;
    }

    /**
     * Whether the corrected reply is an answer. Such an answer is used if the model sends no better
     * one.
     */
    public boolean isOfAnswer() {
      return kind != CorrectionKind.ANNOUNCED;
    }
  }

  public Corrections(RunState run) {
    this.run = run;
  }

  /** Removes and returns the correction that is part of the next request. */
  public Optional<PendingCorrection> takePending() {
    Optional<PendingCorrection> taken = Optional.ofNullable(pending);
    pending = null;
    return taken;
  }

  /**
   * Prevents further corrections in this run. Called when the model did not react to a correction.
   */
  public void end() {
    hasEnded = true;
  }

  /** Whether a reply to a correction is better than the reply that was corrected. */
  public boolean isBetter(Reply reply, PendingCorrection correction) {
    boolean hasContent =
        !StopReasonClassifier.isWithoutContent(reply.text()) || !reply.calls().isEmpty();
    boolean isCited = correction.allowsCalls() || !parse(reply.text()).citations().isEmpty();
    return !correction.isOfAnswer() || (hasContent && isCited);
  }

  /** Returns the correction for a reply; empty if the reply needs none. */
  public Optional<Message> next(Reply reply, Toolbox offered) {
    if (!run.rules().guidesModel() || hasEnded || !isCorrectable(reply, offered)) {
      return Optional.empty();
    }
    ParsedAnswer answer = parse(reply.text());
    boolean hasCitations = !answer.citations().isEmpty();
    boolean hasShown = run.recorder().hasShownText();
    if (run.budget().usedTools().isEmpty() && !hasShown && isNew(CorrectionKind.NO_SEARCH)) {
      return send(CorrectionKind.NO_SEARCH, run.message(LoopMessage.NO_SEARCH), reply);
    }
    if (answer.outcome() == Outcome.NOT_FOUND) {
      return secondLook(reply, offered);
    }
    if (answer.outcome() == Outcome.NEEDS_CLARIFICATION) {
      return Optional.empty();
    }
    if (!hasCitations && UnfulfilledIntent.isIn(reply.text()) && isNew(CorrectionKind.ANNOUNCED)) {
      return send(CorrectionKind.ANNOUNCED, run.message(LoopMessage.ANNOUNCED), reply);
    }
    return hasShown && !hasCitations && isNew(CorrectionKind.NO_CITATION)
        ? send(CorrectionKind.NO_CITATION, run.message(LoopMessage.NO_CITATION), reply)
        : Optional.empty();
  }

  private static boolean isCorrectable(Reply reply, Toolbox offered) {
    return reply.finish() != Reply.Finish.LENGTH
        && reply.finish() != Reply.Finish.CONTENT_FILTER
        && reply.calls().isEmpty()
        && !StopReasonClassifier.isWithoutContent(reply.text())
        && !offered.tools().isEmpty();
  }

  private Optional<Message> secondLook(Reply reply, Toolbox offered) {
    if (run.budget().turnsLeft() < LoopRules.SECOND_LOOK_TURNS
        || !isNew(CorrectionKind.SECOND_LOOK)) {
      return Optional.empty();
    }
    return untriedSearches(offered, run.budget().usedTools()).stream()
        .findFirst()
        .map(tool -> run.message(LoopMessage.SECOND_LOOK, "tool", tool))
        .flatMap(text -> send(CorrectionKind.SECOND_LOOK, text, reply));
  }

  /** Returns the names of the offered search tools that the run has not used yet. */
  static List<String> untriedSearches(Toolbox offered, Set<String> used) {
    return offered.tools().stream()
        .map(RetrievalTool::name)
        .filter(Toolbox::isSearch)
        .filter(name -> !used.contains(name))
        .toList();
  }

  private ParsedAnswer parse(String text) {
    return AnswerParser.parse(text, run.recorder().shown(), run.corpus());
  }

  /**
   * Whether a correction of this kind can still be sent. A correction with a blank text is never
   * sent.
   */
  private boolean isNew(CorrectionKind kind) {
    return !sent.contains(kind) && !run.message(LoopMessage.valueOf(kind.name())).isBlank();
  }

  private Optional<Message> send(CorrectionKind kind, String text, Reply reply) {
    sent.add(kind);
    pending = new PendingCorrection(kind, reply);
    run.recorder().add(new Step.Correction(run.budget().modelCalls(), kind, text, Duration.ZERO));
    return Optional.of(new Message.User(text));
  }
}

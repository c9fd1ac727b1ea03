package dev.arag.agent.internal.loop;

import dev.arag.agent.LoopMessage;
import dev.arag.agent.internal.run.StopReasons;
import dev.arag.agent.model.Reply;
import dev.arag.tools.RetrievalTool;
import dev.arag.tools.Toolbox;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What is said to a model that ends too early, each kind once in a run. */
public final class Corrections {
  private final MessageTemplates texts;
  private final Set<LoopMessage> given = EnumSet.noneOf(LoopMessage.class);

  /**
   * Something said to the model.
   *
   * @param reply the one it was said to
   */
  public record Nudge(LoopMessage kind, String text, Reply reply) {
    /** The answer is only to be put into form, so no tool is run. */
    public boolean mayCall() {
      return kind != LoopMessage.NO_CITATION;
    }

    /** Whether the reply is an answer all the same, if nothing better follows. */
    public boolean isOfAnAnswer() {
      return kind != LoopMessage.ANNOUNCED;
    }
  }

  /**
   * What is known of a reply that ends a run.
   *
   * @param hasIds whether it names a chunk
   * @param hasFound whether the run was shown any text
   * @param used the names of the tools that were called
   * @param turnsLeft this reply's turn not counted
   */
  public record Situation(
      boolean hasIds, boolean hasFound, Toolbox offered, Set<String> used, int turnsLeft) {}

  public Corrections(MessageTemplates texts) {
    this.texts = texts;
  }

  /** The next thing to say; empty if the reply stands. */
  public Optional<Nudge> next(Reply reply, Situation situation) {
    boolean isNotFound = StopReasons.saysNotFound(reply.text());
    if (situation.used.isEmpty() && !situation.hasFound && isNew(LoopMessage.NO_SEARCH)) {
      return give(LoopMessage.NO_SEARCH, texts.of(LoopMessage.NO_SEARCH), reply);
    }
    if (!isNotFound
        && !situation.hasIds
        && UnfulfilledIntent.isIn(reply.text())
        && isNew(LoopMessage.ANNOUNCED)) {
      return give(LoopMessage.ANNOUNCED, texts.of(LoopMessage.ANNOUNCED), reply);
    }
    if (isNotFound) {
      return secondLook(reply, situation);
    }
    return situation.hasFound && !situation.hasIds && isNew(LoopMessage.NO_CITATION)
        ? give(LoopMessage.NO_CITATION, texts.of(LoopMessage.NO_CITATION), reply)
        : Optional.empty();
  }

  private Optional<Nudge> secondLook(Reply reply, Situation situation) {
    if (situation.turnsLeft < LoopRules.SECOND_LOOK_TURNS || !isNew(LoopMessage.SECOND_LOOK)) {
      return Optional.empty();
    }
    return untried(situation.offered, situation.used).stream()
        .findFirst()
        .flatMap(
            tool ->
                give(
                    LoopMessage.SECOND_LOOK,
                    texts.of(LoopMessage.SECOND_LOOK, "tool", tool),
                    reply));
  }

  /** The searches that are offered and were never used. */
  static List<String> untried(Toolbox offered, Set<String> used) {
    return offered.tools().stream()
        .map(RetrievalTool::name)
        .filter(Toolbox::isSearch)
        .filter(name -> !used.contains(name))
        .toList();
  }

  /** Nothing is said where the user took the words away. */
  private boolean isNew(LoopMessage kind) {
    return !given.contains(kind) && !texts.of(kind).isBlank();
  }

  private Optional<Nudge> give(LoopMessage kind, String text, Reply reply) {
    given.add(kind);
    return Optional.of(new Nudge(kind, text, reply));
  }
}

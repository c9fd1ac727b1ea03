package dev.arag.agent;

import dev.arag.agent.model.Reply;
import dev.arag.tools.RetrievalTool;
import dev.arag.tools.Toolbox;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What is said to a model that ends too early, each kind once in a run. */
final class Nudges {
  private final LoopTexts texts;
  private final Set<LoopText> given = EnumSet.noneOf(LoopText.class);

  /**
   * Something said to the model.
   *
   * @param reply the one it was said to
   */
  record Nudge(LoopText kind, String text, Reply reply) {
    /** The answer is only to be put into form, so no tool is run. */
    boolean mayCall() {
      return kind != LoopText.NO_CITATION;
    }

    /** Whether the reply is an answer all the same, if nothing better follows. */
    boolean isOfAnAnswer() {
      return kind != LoopText.ANNOUNCED;
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
  record Situation(
      boolean hasIds, boolean hasFound, Toolbox offered, Set<String> used, int turnsLeft) {}

  Nudges(LoopTexts texts) {
    this.texts = texts;
  }

  /** The next thing to say; empty if the reply stands. */
  Optional<Nudge> next(Reply reply, Situation situation) {
    boolean isNotFound = Endings.saysNotFound(reply.text());
    if (situation.used.isEmpty() && !situation.hasFound && isNew(LoopText.NO_SEARCH)) {
      return give(LoopText.NO_SEARCH, texts.of(LoopText.NO_SEARCH), reply);
    }
    if (!isNotFound
        && !situation.hasIds
        && Announcement.isIn(reply.text())
        && isNew(LoopText.ANNOUNCED)) {
      return give(LoopText.ANNOUNCED, texts.of(LoopText.ANNOUNCED), reply);
    }
    if (isNotFound) {
      return secondLook(reply, situation);
    }
    return situation.hasFound && !situation.hasIds && isNew(LoopText.NO_CITATION)
        ? give(LoopText.NO_CITATION, texts.of(LoopText.NO_CITATION), reply)
        : Optional.empty();
  }

  private Optional<Nudge> secondLook(Reply reply, Situation situation) {
    if (situation.turnsLeft < Rules.SECOND_LOOK_TURNS || !isNew(LoopText.SECOND_LOOK)) {
      return Optional.empty();
    }
    return untried(situation.offered, situation.used).stream()
        .findFirst()
        .flatMap(
            tool ->
                give(LoopText.SECOND_LOOK, texts.of(LoopText.SECOND_LOOK, "tool", tool), reply));
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
  private boolean isNew(LoopText kind) {
    return !given.contains(kind) && !texts.of(kind).isBlank();
  }

  private Optional<Nudge> give(LoopText kind, String text, Reply reply) {
    given.add(kind);
    return Optional.of(new Nudge(kind, text, reply));
  }
}

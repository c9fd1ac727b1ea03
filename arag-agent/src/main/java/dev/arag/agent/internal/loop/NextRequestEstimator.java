package dev.arag.agent.internal.loop;

import dev.arag.agent.trajectory.Step;
import dev.arag.core.text.SectionId;
import java.util.List;
import java.util.stream.Stream;

/**
 * Estimates how much free space the next request to the main model has, and which results it
 * contains.
 */
final class NextRequestEstimator {
  private final LoopContext loop;
  private final List<Step.ToolUse> earlierQuestions;

  NextRequestEstimator(LoopContext loop, List<Step.ToolUse> earlierQuestions) {
    this.loop = loop;
    this.earlierQuestions = earlierQuestions;
  }

  /** Returns the maximum size of the corpus text in one more result, in tokens. */
  int freeTokens(Turn turn) {
    int least = turn.nextRequestTokens() - loop.compactor().freeableTokens(turn.request());
    return loop.budget().observationTokens(least);
  }

  /**
   * Whether the next request contains the result of an earlier search. If so, the compactor must
   * not replace that result.
   */
  boolean keeps(RepetitionDetector.Search search, Turn turn) {
    boolean isKept = isKept(search.observation().text(), turn);
    if (isKept) {
      loop.compactor().keep(search.callId());
    }
    return isKept;
  }

  /** Whether the last request contains the text and the next request will not need compaction. */
  private boolean isKept(String text, Turn turn) {
    return !loop.budget().mayExceedWindow(turn.nextRequestTokens())
        && turn.request().contains(text);
  }

  /**
   * Whether the next request contains the whole text of a section, either in a single result or in
   * several results that show parts of the section.
   */
  boolean contains(SectionId section, Turn turn) {
    List<Shown> parts =
        Stream.concat(earlierQuestions.stream().map(use -> new Shown(use, false)), usesOfRun())
            .filter(shown -> shown.contains(section, false))
            .toList();
    List<Shown> whole = parts.stream().filter(shown -> shown.contains(section, true)).toList();
    return whole.isEmpty()
        ? !parts.isEmpty() && parts.stream().allMatch(shown -> isIncluded(shown, turn))
        : whole.stream().anyMatch(shown -> isIncluded(shown, turn));
  }

  /**
   * A tool call that showed corpus text.
   *
   * @param isOfTurn whether the call belongs to the current turn
   */
  private record Shown(Step.ToolUse use, boolean isOfTurn) {
    boolean contains(SectionId section, boolean isWhole) {
      return use.observation().shown().stream()
          .anyMatch(each -> each.section().equals(section) && (!isWhole || each.isWholeSection()));
    }
  }

  private Stream<Shown> usesOfRun() {
    return loop.recorder().steps().stream()
        .filter(Step.ToolUse.class::isInstance)
        .map(step -> new Shown((Step.ToolUse) step, step.turn() == loop.budget().modelCalls()));
  }

  /**
   * Whether the next request contains a result. Results of the current turn are never compacted, so
   * they are always included. Text that the strategy showed may be part of any prompt.
   */
  private boolean isIncluded(Shown shown, Turn turn) {
    if (shown.isOfTurn() && !shown.use().isShow()) {
      return true;
    }
    Step.ToolUse use = shown.use();
    boolean isIncluded = isKept(use.observation().text(), turn);
    if (isIncluded) {
      loop.compactor().keep(use.call().id());
    }
    return isIncluded;
  }
}

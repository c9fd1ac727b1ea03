package dev.arag.agent.internal.loop;

import dev.arag.agent.trajectory.Step;
import dev.arag.core.text.ChunkId;
import java.util.List;
import java.util.stream.Stream;

/** Estimates the next request of the main model: its free space and the results it contains. */
final class NextRequestEstimator {
  private final LoopContext loop;
  private final List<Step.ToolUse> earlierQuestions;

  NextRequestEstimator(LoopContext loop, List<Step.ToolUse> earlierQuestions) {
    this.loop = loop;
    this.earlierQuestions = earlierQuestions;
  }

  /** The maximum corpus text of one more result, in tokens. */
  int freeTokens(Turn turn) {
    int least = turn.nextRequestTokens() - loop.compactor().freeableTokens(turn.request());
    return loop.budget().observationTokens(least);
  }

  /** Whether the result of an earlier search is in the next request; if so, it is kept there. */
  boolean keeps(RepetitionDetector.Search search, Turn turn) {
    boolean isKept = isKept(search.observation().text(), turn);
    if (isKept) {
      loop.compactor().keep(search.callId());
    }
    return isKept;
  }

  /** Whether the last request contains the text and the next one need not be compacted. */
  private boolean isKept(String text, Turn turn) {
    return !loop.budget().mayExceedWindow(turn.nextRequestTokens())
        && turn.request().contains(text);
  }

  /**
   * Whether a chunk's whole text is in the next request: in one result with the whole text, or in
   * several results that show all parts.
   */
  boolean contains(ChunkId chunk, Turn turn) {
    List<Shown> parts =
        Stream.concat(earlierQuestions.stream().map(use -> new Shown(use, false)), usesOfRun())
            .filter(shown -> shown.contains(chunk, false))
            .toList();
    List<Shown> whole = parts.stream().filter(shown -> shown.contains(chunk, true)).toList();
    return whole.isEmpty()
        ? !parts.isEmpty() && parts.stream().allMatch(shown -> isIncluded(shown, turn))
        : whole.stream().anyMatch(shown -> isIncluded(shown, turn));
  }

  /**
   * A call that showed corpus text.
   *
   * @param isOfTurn whether it belongs to the current turn
   */
  private record Shown(Step.ToolUse use, boolean isOfTurn) {
    boolean contains(ChunkId chunk, boolean isWhole) {
      return use.observation().shown().stream()
          .anyMatch(each -> each.chunk().equals(chunk) && (!isWhole || each.isWholeChunk()));
    }
  }

  private Stream<Shown> usesOfRun() {
    return loop.recorder().steps().stream()
        .filter(Step.ToolUse.class::isInstance)
        .map(step -> new Shown((Step.ToolUse) step, step.turn() == loop.budget().turns()));
  }

  /** Results of the current turn are always in the next request. */
  private boolean isIncluded(Shown shown, Turn turn) {
    if (shown.isOfTurn()) {
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

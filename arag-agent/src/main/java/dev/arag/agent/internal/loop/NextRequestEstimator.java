package dev.arag.agent.internal.loop;

import dev.arag.agent.model.Message;
import dev.arag.agent.step.Step;
import dev.arag.core.text.SectionId;
import dev.arag.tools.call.Snippet;
import java.util.List;
import java.util.stream.Stream;

/**
 * Estimates how much free space the next request to the main model has, and which results it
 * contains.
 */
final class NextRequestEstimator {
  private NextRequestEstimator() {}

  /** Returns the maximum size of the corpus text in one more result, in tokens. */
  static int freeTokens(RunState run, Turn turn) {
    int least = turn.nextRequestTokens() - run.compactor().freeableTokens(turn.request());
    return run.budget().observationTokens(least);
  }

  /**
   * Whether the next request contains the result of an earlier search. If so, the compactor must
   * not replace that result.
   */
  static boolean keeps(RunState run, RepetitionDetector.Search search, Turn turn) {
    boolean isKept = isKept(run, search.observation().text(), turn);
    if (isKept) {
      run.compactor().keep(search.callId());
    }
    return isKept;
  }

  /** Whether the last request contains the text and the next request will not need compaction. */
  private static boolean isKept(RunState run, String text, Turn turn) {
    return !run.budget().mayExceedWindow(turn.nextRequestTokens()) && turn.request().contains(text);
  }

  /**
   * Whether the next request contains the whole text of a section, either in a single result or in
   * several results that show parts of the section.
   */
  static boolean contains(RunState run, SectionId section, Turn turn) {
    List<Shown> parts =
        Stream.concat(run.earlier().stream().map(use -> new Shown(use, false)), usesOf(run))
            .filter(shown -> shown.contains(section, false))
            .toList();
    List<Shown> whole = parts.stream().filter(shown -> shown.contains(section, true)).toList();
    return whole.isEmpty()
        ? !parts.isEmpty() && parts.stream().allMatch(each -> isIncluded(run, each, section, turn))
        : whole.stream().anyMatch(each -> isIncluded(run, each, section, turn));
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

  private static Stream<Shown> usesOf(RunState run) {
    return run.recorder().steps().stream()
        .filter(Step.ToolUse.class::isInstance)
        .map(step -> new Shown((Step.ToolUse) step, step.turn() == run.budget().modelCalls()));
  }

  /**
   * Whether the next request contains the text of a section that a result showed. Results of the
   * current turn are never compacted, so they are always included. Text that the strategy showed
   * may be part of any prompt.
   */
  private static boolean isIncluded(RunState run, Shown shown, SectionId section, Turn turn) {
    if (shown.isOfTurn() && !shown.use().isShow()) {
      return true;
    }
    Step.ToolUse use = shown.use();
    boolean isIncluded =
        isKept(run, use.observation().text(), turn) || isPartKept(run, use, section, turn);
    if (isIncluded) {
      run.compactor().keep(use.call().id());
    }
    return isIncluded;
  }

  /**
   * Whether the message with a result of an earlier question still contains the text of a section.
   * Other messages do not count, because the compactor keeps only the result of this call.
   */
  private static boolean isPartKept(RunState run, Step.ToolUse use, SectionId section, Turn turn) {
    List<Snippet> ofSection =
        use.observation().shown().stream().filter(each -> each.section().equals(section)).toList();
    List<String> blocks = EvidenceReducer.blocks(use.observation(), ofSection, run.tracker());
    return !run.budget().mayExceedWindow(turn.nextRequestTokens())
        && turn.request().messages().stream()
            .filter(each -> use.isShow() ? each instanceof Message.User : isResultOf(use, each))
            .anyMatch(each -> blocks.stream().allMatch(each.text()::contains));
  }

  private static boolean isResultOf(Step.ToolUse use, Message message) {
    return message instanceof Message.ToolResult result && result.callId().equals(use.call().id());
  }
}

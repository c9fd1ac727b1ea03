package dev.arag.agent.internal.loop;

import dev.arag.agent.spi.LoopMessage;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Adds notes to tool results. The notes say whether a result is new, which searches the model has
 * not tried, and how many turns are left.
 */
final class ResultNotes {
  private static final int MAX_NAMES = 10;

  private ResultNotes() {}

  /** Returns the observation for a search that repeats a search of an earlier turn. */
  static String repeatedSearch(RunState run, int earlierTurn, Toolbox offered) {
    List<String> hints = new ArrayList<>();
    List<String> untried = Corrections.untriedSearches(offered, run.budget().usedTools());
    if (!untried.isEmpty()) {
      hints.add(run.message(LoopMessage.NOT_TRIED, "tools", String.join(", ", untried)));
    }
    ContextTracker tracker = run.tracker();
    List<String> unread =
        tracker.sectionsSeen().stream()
            .filter(section -> !tracker.isRead(section))
            .map(tracker::nameOf)
            .toList();
    if (!unread.isEmpty()) {
      hints.add(run.message(LoopMessage.UNREAD, "chunks", last(unread)));
    }
    String repeated = run.message(LoopMessage.SAME_SEARCH, "turn", earlierTurn);
    return hints.isEmpty() ? repeated : repeated + " " + capitalize(String.join("; ", hints)) + ".";
  }

  private static String capitalize(String text) {
    int first = text.offsetByCodePoints(0, 1);
    return text.substring(0, first).toUpperCase(Locale.ROOT) + text.substring(first);
  }

  /** Adds notes to a result and passes the result to the repetition detector. */
  static Observation addTo(RunState run, Observation observation, ToolCall call, Turn turn) {
    List<String> lines = new ArrayList<>();
    boolean isSearch = Toolbox.isSearch(call.name());
    if (isSearch && showsOnlySeenSections(run, observation)) {
      String names = last(ShownNames.of(observation.shown(), run.tracker()));
      lines.add(run.message(LoopMessage.ONLY_SEEN, "chunks", names));
    }
    if (!turn.isTruncated()) {
      run.repetitionDetector().addResult(observation);
    }
    if (turn.isLastCallAnswered()) {
      addEndOfTurn(run, lines, turn.nextRequestTokens());
    }
    Observation noted = withLines(observation, lines);
    if (isSearch && !observation.shown().isEmpty()) {
      turn.request()
          .offered()
          .canonical(call)
          .ifPresent(
              canonical -> run.repetitionDetector().addSearch(canonical, search(run, call, noted)));
    }
    return noted;
  }

  private static RepetitionDetector.Search search(RunState run, ToolCall call, Observation noted) {
    return new RepetitionDetector.Search(call.id(), run.budget().modelCalls(), noted);
  }

  private static boolean showsOnlySeenSections(RunState run, Observation observation) {
    return !observation.shown().isEmpty()
        && observation.shown().stream()
            .map(Snippet::section)
            .allMatch(run.repetitionDetector()::isSeen);
  }

  private static void addEndOfTurn(RunState run, List<String> lines, int nextRequestTokens) {
    int repeating = run.repetitionDetector().repeatingTurns();
    if (repeating == LoopRules.REPEATING_TURNS_BEFORE_HINT) {
      lines.add(run.message(LoopMessage.REPEATING, "turns", repeating));
    }
    int left = run.budget().toolTurnsLeft(nextRequestTokens);
    if (left == 1) {
      lines.add(run.message(LoopMessage.LAST_TURN));
    } else if (left > 1 && (left <= 3 || run.budget().areTokensShort())) {
      lines.add(run.message(LoopMessage.TURNS_LEFT, "turns", left));
    }
  }

  private static Observation withLines(Observation observation, List<String> lines) {
    if (lines.isEmpty()) {
      return observation;
    }
    String text = observation.text() + "\n" + String.join("\n", lines);
    return observation instanceof Observation.Rejected
        ? new Observation.Rejected(text)
        : new Observation.Found(text, observation.shown());
  }

  private static String last(List<String> names) {
    return names.stream()
        .skip(Math.max(0, names.size() - MAX_NAMES))
        .collect(Collectors.joining(", "));
  }
}

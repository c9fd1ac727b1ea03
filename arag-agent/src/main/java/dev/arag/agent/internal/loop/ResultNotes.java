package dev.arag.agent.internal.loop;

import dev.arag.agent.LoopMessage;
import dev.arag.tools.ContextTracker;
import dev.arag.tools.Observation;
import dev.arag.tools.Snippet;
import dev.arag.tools.ToolCall;
import dev.arag.tools.Toolbox;
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

  private final LoopContext loop;
  private final ContextTracker tracker;

  ResultNotes(LoopContext loop, ContextTracker tracker) {
    this.loop = loop;
    this.tracker = tracker;
  }

  /** Returns the observation for a search that repeats a search of an earlier turn. */
  String repeatedSearch(int earlierTurn, Toolbox offered) {
    List<String> hints = new ArrayList<>();
    List<String> untried = Corrections.untriedSearches(offered, loop.budget().usedTools());
    if (!untried.isEmpty()) {
      hints.add(loop.message(LoopMessage.NOT_TRIED, "tools", String.join(", ", untried)));
    }
    List<String> unread =
        tracker.sectionsSeen().stream()
            .filter(section -> !tracker.isRead(section))
            .map(tracker::nameOf)
            .toList();
    if (!unread.isEmpty()) {
      hints.add(loop.message(LoopMessage.UNREAD, "chunks", last(unread)));
    }
    String repeated = loop.message(LoopMessage.SAME_SEARCH, "turn", earlierTurn);
    return hints.isEmpty() ? repeated : repeated + " " + capitalize(String.join("; ", hints)) + ".";
  }

  private static String capitalize(String text) {
    int first = text.offsetByCodePoints(0, 1);
    return text.substring(0, first).toUpperCase(Locale.ROOT) + text.substring(first);
  }

  /** Adds notes to a result and passes the result to the repetition detector. */
  Observation addTo(Observation observation, ToolCall call, Turn turn) {
    List<String> lines = new ArrayList<>();
    boolean isSearch = Toolbox.isSearch(call.name());
    if (isSearch && showsOnlySeenSections(observation)) {
      String names = last(ShownNames.of(observation, tracker));
      lines.add(loop.message(LoopMessage.ONLY_SEEN, "chunks", names));
    }
    if (!turn.isTruncated()) {
      loop.repetitionDetector().addResult(observation);
    }
    if (turn.isLastCallAnswered()) {
      addEndOfTurn(lines, turn.nextRequestTokens());
    }
    Observation noted = withLines(observation, lines);
    if (isSearch && !observation.shown().isEmpty()) {
      turn.request()
          .offered()
          .canonical(call)
          .ifPresent(
              canonical -> loop.repetitionDetector().addSearch(canonical, search(call, noted)));
    }
    return noted;
  }

  private RepetitionDetector.Search search(ToolCall call, Observation noted) {
    return new RepetitionDetector.Search(call.id(), loop.budget().modelCalls(), noted);
  }

  private boolean showsOnlySeenSections(Observation observation) {
    return !observation.shown().isEmpty()
        && observation.shown().stream()
            .map(Snippet::section)
            .allMatch(loop.repetitionDetector()::isSeen);
  }

  private void addEndOfTurn(List<String> lines, int nextRequestTokens) {
    int repeating = loop.repetitionDetector().repeatingTurns();
    if (repeating == LoopRules.REPEATING_TURNS_BEFORE_HINT) {
      lines.add(loop.message(LoopMessage.REPEATING, "turns", repeating));
    }
    int left = loop.budget().toolTurnsLeft(nextRequestTokens);
    if (left == 1) {
      lines.add(loop.message(LoopMessage.LAST_TURN));
    } else if (left > 1 && (left <= 3 || loop.budget().areTokensShort())) {
      lines.add(loop.message(LoopMessage.TURNS_LEFT, "turns", left));
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

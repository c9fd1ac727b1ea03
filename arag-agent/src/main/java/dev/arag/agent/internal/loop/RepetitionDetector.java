package dev.arag.agent.internal.loop;

import dev.arag.core.text.SectionId;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Detects that a run repeats itself. A run repeats itself if it repeats a search, or if the calls
 * of its turns show no new text.
 */
public final class RepetitionDetector {
  /** A search that was executed, and its result. */
  record Search(String callId, int turn, Observation observation) {}

  private final Map<String, Search> searches = new HashMap<>();
  private final Map<SectionId, List<String>> shown = new HashMap<>();
  private int earlierRepeatingTurns;
  private boolean hasCalls;
  private boolean hasNewText;

  /** Starts a turn of the main model and ends the previous turn. */
  public void startTurn() {
    earlierRepeatingTurns = repeatingTurns();
    hasCalls = false;
    hasNewText = false;
  }

  /**
   * Returns the number of consecutive turns, including the current one, that called tools but
   * showed no new text.
   */
  int repeatingTurns() {
    if (!hasCalls) {
      return earlierRepeatingTurns;
    }
    return hasNewText ? 0 : earlierRepeatingTurns + 1;
  }

  public boolean isRepeating() {
    return repeatingTurns() >= LoopRules.REPEATING_TURNS_BEFORE_END;
  }

  /**
   * Returns the earlier search with the same canonical form; empty if there is none.
   *
   * @param canonical the canonical form of a tool call
   */
  Optional<Search> earlierSearch(String canonical) {
    return Optional.ofNullable(searches.get(canonical));
  }

  void addSearch(String canonical, Search search) {
    searches.put(canonical, search);
  }

  boolean isSeen(SectionId section) {
    return shown.containsKey(section);
  }

  /** Adds the result of a tool call that the model made. */
  void addResult(Observation observation) {
    hasCalls = true;
    for (Snippet snippet : observation.shown()) {
      String text = String.join(" ", snippet.text().strip().split("\\s+", -1));
      List<String> texts = shown.computeIfAbsent(snippet.section(), section -> new ArrayList<>());
      if (texts.stream().noneMatch(each -> each.contains(text))) {
        texts.add(text);
        hasNewText = true;
      }
    }
  }
}

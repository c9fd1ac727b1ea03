package dev.arag.agent.internal.loop;

import dev.arag.core.text.ChunkId;
import dev.arag.tools.Observation;
import dev.arag.tools.Snippet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether a run still finds anything: what was asked, what was shown, and how long nothing new. */
public final class StallDetector {
  /** A search that was run, and what it brought. */
  record Search(String callId, int turn, Observation observation) {}

  private final Map<String, Search> searches = new HashMap<>();
  private final Map<ChunkId, List<String>> shown = new HashMap<>();
  private int barrenTurns;
  private boolean hasCalls;
  private boolean hasNew;

  /** A model call begins; what came before it was one turn. */
  public void beginTurn() {
    barrenTurns = barrenTurnsWithThis();
    hasCalls = false;
    hasNew = false;
  }

  /** Turns in a row that called tools and were shown nothing new, the one under way included. */
  int barrenTurnsWithThis() {
    if (!hasCalls) {
      return barrenTurns;
    }
    return hasNew ? 0 : barrenTurns + 1;
  }

  public boolean isStuck() {
    return barrenTurnsWithThis() >= LoopRules.CLOSE_AFTER;
  }

  Optional<Search> earlier(String canonical) {
    return Optional.ofNullable(searches.get(canonical));
  }

  void searched(String canonical, Search search) {
    searches.put(canonical, search);
  }

  boolean isSeen(ChunkId chunk) {
    return shown.containsKey(chunk);
  }

  /** Notes what a call of the model brought. */
  void note(Observation observation) {
    hasCalls = true;
    for (Snippet snippet : observation.shown()) {
      String text = String.join(" ", snippet.text().strip().split("\\s+", -1));
      List<String> texts = shown.computeIfAbsent(snippet.chunk(), chunk -> new ArrayList<>());
      if (texts.stream().noneMatch(each -> each.contains(text))) {
        texts.add(text);
        hasNew = true;
      }
    }
  }
}

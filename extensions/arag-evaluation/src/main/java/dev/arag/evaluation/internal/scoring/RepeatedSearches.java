package dev.arag.evaluation.internal.scoring;

import dev.arag.agent.step.Step;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Snippet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Counts the searches of a run that repeat an earlier search, or show only known text. */
final class RepeatedSearches {
  private final Set<String> calls = new HashSet<>();
  private final List<Snippet> texts = new ArrayList<>();

  private RepeatedSearches() {}

  static int count(Trajectory trajectory) {
    RepeatedSearches earlier = new RepeatedSearches();
    int repeats = 0;
    for (Step step : trajectory.steps()) {
      if (step instanceof Step.ToolUse use && earlier.repeats(use)) {
        repeats++;
      }
    }
    return repeats;
  }

  /** Records a tool call. Returns whether it is a search that brings nothing new. */
  private boolean repeats(Step.ToolUse use) {
    List<Snippet> shown = use.observation().shown();
    boolean isNewCall = calls.add(use.call().name() + use.call().arguments());
    boolean isKnownText = !shown.isEmpty() && shown.stream().allMatch(this::isKnown);
    boolean isKnown = !isNewCall || isKnownText;
    texts.addAll(shown);
    return isSearch(use.call().name()) && isKnown;
  }

  private boolean isKnown(Snippet snippet) {
    return texts.stream()
        .anyMatch(
            each ->
                each.section().equals(snippet.section()) && each.text().contains(snippet.text()));
  }

  /** Whether the tool searches. Tools of other strategies have names that end like the built-in. */
  private static boolean isSearch(String tool) {
    return Toolbox.isSearch(tool) || tool.endsWith("_search");
  }
}

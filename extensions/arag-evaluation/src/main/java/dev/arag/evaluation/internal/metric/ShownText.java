package dev.arag.evaluation.internal.metric;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.step.Step;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.text.SectionId;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Snippet;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** The corpus text that the model was shown in one run, in the order of showing. Immutable. */
public final class ShownText {
  private final List<Entry> entries;

  /**
   * @param turn the turn in which the text was shown
   * @param isRead whether the text is a whole section, or was shown by a tool that is no search
   */
  private record Entry(int turn, boolean isRead, Snippet snippet) {}

  private ShownText(List<Entry> entries) {
    this.entries = entries;
  }

  /** Collects the text of a run that was sent to a model. */
  public static ShownText of(Trajectory trajectory) {
    Set<Snippet> sent = Set.copyOf(requireNonNull(trajectory, "trajectory").shown());
    List<Entry> entries = new ArrayList<>();
    for (Step step : trajectory.steps()) {
      if (step instanceof Step.ToolUse use) {
        boolean isSearch = Toolbox.isSearch(use.call().name());
        use.observation().shown().stream()
            .filter(sent::contains)
            .map(each -> new Entry(use.turn(), each.isWholeSection() || !isSearch, each))
            .forEach(entries::add);
      }
    }
    return new ShownText(List.copyOf(entries));
  }

  /** All texts. */
  public List<Snippet> snippets() {
    return entries.stream().map(Entry::snippet).toList();
  }

  /** The texts that were read: whole sections, and texts shown by a tool that is no search. */
  public List<Snippet> read() {
    return entries.stream().filter(Entry::isRead).map(Entry::snippet).toList();
  }

  /** The turn in which any of the given chunks was first shown; empty if none was. */
  OptionalInt firstTurnOf(Set<String> chunks) {
    return entries.stream()
        .filter(entry -> chunks.contains(entry.snippet().chunkId().value()))
        .mapToInt(Entry::turn)
        .findFirst();
  }

  /** The distinct ids of the chunks, in order. */
  public static Set<String> chunksOf(List<Snippet> snippets) {
    return snippets.stream()
        .map(snippet -> snippet.chunkId().value())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  static Set<SectionId> sectionsOf(List<Snippet> snippets) {
    return snippets.stream()
        .map(Snippet::section)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}

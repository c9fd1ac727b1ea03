package dev.arag.agent;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.grounding.UnseenTerm;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.agent.trajectory.Usage;
import dev.arag.tools.Observation;
import dev.arag.tools.ToolCall;
import dev.arag.tools.Toolbox;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The answer of a run, with its checked citations. Never blank. Immutable. */
public final class Answer {
  private final Trajectory trajectory;
  private final List<String> warnings;

  /**
   * Makes the answer of a run; useful for tests.
   *
   * @param trajectory a run that has an answer
   */
  public Answer(Trajectory trajectory, List<String> warnings) {
    this.trajectory = trajectory;
    this.warnings = List.copyOf(warnings);
  }

  /** The model's text without the evidence block. */
  public String text() {
    return trajectory.answer().orElseThrow();
  }

  /** The first line of the text, without ids and markup. */
  public String shortAnswer() {
    return trajectory.shortAnswer().orElseThrow();
  }

  /** The checked citations, in the order of the text. */
  public List<Citation> citations() {
    return trajectory.citations();
  }

  /**
   * The distinct searches of the run in order. With {@link StopReason#NOT_FOUND} these are the
   * searches that did not find the answer.
   */
  public List<ToolCall> searches() {
    Map<String, ToolCall> searches = new LinkedHashMap<>();
    for (Step step : trajectory.steps()) {
      if (step instanceof Step.ToolUse use && isSearch(use)) {
        searches.putIfAbsent(use.call().name() + use.call().arguments(), use.call());
      }
    }
    return List.copyOf(searches.values());
  }

  private static boolean isSearch(Step.ToolUse use) {
    return use.observation() instanceof Observation.Found && Toolbox.isSearch(use.call().name());
  }

  /**
   * Figures and names of the text that are neither in text the model was shown nor in the question:
   * invented, remembered, calculated, or spelled differently. In the order of the text.
   */
  public List<UnseenTerm> unseenTerms() {
    return trajectory.unseenTerms();
  }

  /** Why the run ended. */
  public StopReason stopReason() {
    return trajectory.stopReason();
  }

  /** Whether the model finished by itself; false if a limit ended the run or the answer. */
  public boolean isComplete() {
    return stopReason().isComplete();
  }

  /** The turns, calls, tokens and time of the run. */
  public Usage usage() {
    return trajectory.usage();
  }

  /** Reasons for caution with the answer; empty if there are none. */
  public List<String> warnings() {
    return warnings;
  }

  /** The full record of the run. */
  public Trajectory trajectory() {
    return trajectory;
  }

  @Override
  public String toString() {
    return text();
  }
}

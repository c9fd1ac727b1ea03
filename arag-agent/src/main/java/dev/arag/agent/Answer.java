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

/** What a run answered, and how sure its sources are. Never blank. Immutable. */
public final class Answer {
  private final Trajectory trajectory;
  private final List<String> warnings;

  public Answer(Trajectory trajectory, List<String> warnings) {
    this.trajectory = trajectory;
    this.warnings = List.copyOf(warnings);
  }

  /** What the model wrote, without the evidence block. */
  public String text() {
    return trajectory.answer().orElseThrow();
  }

  /** The answer alone: its first line, without ids and marks. */
  public String shortAnswer() {
    return trajectory.shortAnswer().orElseThrow();
  }

  /** The sources the model named, in the order of the text, each checked. */
  public List<Citation> citations() {
    return trajectory.citations();
  }

  /**
   * The searches the run made, in order, each once: with {@link StopReason#NOT_FOUND} what was
   * tried in vain.
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
   * Figures and names of the text that stand in no text the model was shown, nor in the question:
   * invented, remembered, worked out, or spelled in another way. In the order of the text.
   */
  public List<UnseenTerm> unseenTerms() {
    return trajectory.unseenTerms();
  }

  /** Why the run ended. */
  public StopReason stopReason() {
    return trajectory.stopReason();
  }

  /** Whether the model ended by itself; false if a limit cut the run or the answer. */
  public boolean isComplete() {
    return stopReason().isComplete();
  }

  /** What the run used. */
  public Usage usage() {
    return trajectory.usage();
  }

  /** What a reader should know before relying on the answer; empty if there is nothing. */
  public List<String> warnings() {
    return warnings;
  }

  /** Everything that happened. */
  public Trajectory trajectory() {
    return trajectory;
  }

  @Override
  public String toString() {
    return text();
  }
}

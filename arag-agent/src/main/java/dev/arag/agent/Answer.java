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

/**
 * The answer of a run, with its checked citations. The text of an answer is never blank. Immutable.
 */
public final class Answer {
  private final Trajectory trajectory;
  private final List<String> warnings;

  /**
   * Creates the answer of a run. Applications need this constructor only in tests.
   *
   * @param trajectory the record of a run that has an answer
   */
  public Answer(Trajectory trajectory, List<String> warnings) {
    this.trajectory = trajectory;
    this.warnings = List.copyOf(warnings);
  }

  /** The text that the model wrote, without the evidence block. */
  public String text() {
    return trajectory.answer().orElseThrow();
  }

  /** The first line of the text that contains a letter or digit, without chunk ids and Markdown. */
  public String shortAnswer() {
    return trajectory.shortAnswer().orElseThrow();
  }

  /** The checked citations, in the order in which they occur in the text. */
  public List<Citation> citations() {
    return trajectory.citations();
  }

  /**
   * The distinct searches of the run, in the order of execution. If the stop reason is {@link
   * StopReason#NOT_FOUND}, these are the searches that did not find the answer.
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
   * Figures and names in the answer that occur neither in the question nor in any text shown to the
   * model. The terms are in the order of the answer. The model may have invented, remembered or
   * calculated such a term, or it may have spelled the term differently.
   */
  public List<UnseenTerm> unseenTerms() {
    return trajectory.unseenTerms();
  }

  /** Why the run ended. */
  public StopReason stopReason() {
    return trajectory.stopReason();
  }

  /**
   * Whether the model finished its answer by itself. Returns false if the run ended for another
   * reason, such as a limit, or if the answer was truncated.
   */
  public boolean isComplete() {
    return stopReason().isComplete();
  }

  /** The number of turns, tool calls and tokens that the run used, and its duration. */
  public Usage usage() {
    return trajectory.usage();
  }

  /**
   * The reasons why a reader should check the answer, one sentence each; empty if there are none.
   */
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

package dev.arag.agent.answer;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Claim;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.citation.UnseenTerm;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.step.Usage;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a run, with its checked citations. The text of an answer is never blank. Immutable.
 */
public final class Answer {
  private final Trajectory trajectory;
  private final List<String> warnings;
  private final Settings settings;

  /**
   * Creates the answer of a run. Applications need this constructor only in tests.
   *
   * @param trajectory the trajectory of a run that has an answer
   */
  public Answer(Trajectory trajectory, List<String> warnings, Settings settings) {
    this.trajectory = requireNonNull(trajectory, "trajectory");
    this.warnings = List.copyOf(requireNonNull(warnings, "warnings"));
    this.settings = requireNonNull(settings, "settings");
  }

  /**
   * The answer text as the model wrote it, including citation markers; {@link #render} replaces the
   * markers. If the model listed its supporting quotes after the answer (the evidence block), this
   * list is not included. A word such as {@code PARTIAL:} that states the outcome is not included,
   * but the text after it is.
   */
  public String text() {
    return trajectory.answer().orElseThrow();
  }

  /**
   * The first line that contains a letter or digit, without citation markers and Markdown
   * formatting.
   */
  public String shortAnswer() {
    return trajectory.shortAnswer().orElseThrow();
  }

  /** The checked citations, in the order in which they occur in the text. */
  public List<Citation> citations() {
    return trajectory.citations();
  }

  /** The citation markers in the text, in order. */
  public List<Citation.Marker> markers() {
    return Citation.Marker.of(citations());
  }

  /**
   * Renders the answer for display on a web page, as {@link Markup#render} does.
   *
   * @param citation renders one cited chunk, for example as a link to a footnote
   */
  public String render(Markup markup, Function<? super Citation, String> citation) {
    return requireNonNull(markup, "markup")
        .render(
            new ParsedAnswer(
                text(), shortAnswer(), citations(), outcome(), outcomeNote().orElse(null)),
            citation);
  }

  /**
   * Returns this answer as a plain data object that can be serialized to JSON, for example as the
   * return value of a web controller. Jackson writes the same JSON for the answer itself.
   *
   * @see AnswerView
   */
  @JsonValue
  public AnswerView view() {
    return AnswerView.of(trajectory, warnings, settings);
  }

  /**
   * The distinct searches that the run performed, in execution order. If the outcome is {@link
   * Outcome#NOT_FOUND}, these are the searches that did not find the answer.
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
   * Numbers and names in the answer that occur neither in the question nor in any text shown to the
   * model. The terms are listed in the order in which they occur in the answer. The model may have
   * invented, remembered or calculated such a term, or it may have spelled the term differently
   * from the documents.
   */
  public List<UnseenTerm> unseenTerms() {
    return trajectory.unseenTerms();
  }

  /**
   * The sentences of the answer that cite sources, in order, with the judgment of a model whether
   * the quotes prove them. Empty unless {@link dev.arag.agent.Agent.Builder#checkClaims()} is set.
   */
  public List<Claim> claims() {
    return trajectory.claims();
  }

  /**
   * What the answer is, as the model stated it: answered, if it stated nothing else. A run that a
   * limit ended also has the outcome that its text states.
   */
  public Outcome outcome() {
    return trajectory.outcome().orElseThrow();
  }

  /**
   * The part of {@link #text()} that explains the outcome, with its citation markers: what is
   * missing, which sources disagree, or the readings of the question. Empty if there is none.
   */
  public Optional<String> outcomeNote() {
    return trajectory.outcomeNote();
  }

  /** Why the run ended. */
  public StopReason stopReason() {
    return trajectory.stopReason();
  }

  /**
   * Whether the model completed its answer normally. Returns false if the run ended for another
   * reason, such as a limit, or if the answer was truncated.
   */
  public boolean isComplete() {
    return stopReason().isComplete();
  }

  /** The number of turns, tool calls and tokens that the run used, and its duration. */
  public Usage usage() {
    return trajectory.usage();
  }

  /** Reasons to double-check the answer, one sentence each; empty if there are none. */
  public List<String> warnings() {
    return warnings;
  }

  /** The model, the strategy and the {@link dev.arag.agent.spi.Profile profile} of the run. */
  public Settings settings() {
    return settings;
  }

  /** The full record of the run. */
  public Trajectory trajectory() {
    return trajectory;
  }

  @Override
  public String toString() {
    return text();
  }

  /**
   * The settings with which a run answered its question.
   *
   * @param model the name of the main model, from the settings of the chat model; null if they
   *     contain no name
   * @param strategy the name of the strategy
   * @param profile the {@linkplain dev.arag.agent.spi.Profile#label() name} of the profile
   */
  public record Settings(@Nullable String model, String strategy, String profile) {
    public Settings {
      requireNonNull(strategy, "strategy");
      requireNonNull(profile, "profile");
    }
  }
}

package dev.arag.agent.event;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.AnswerView;
import dev.arag.agent.answer.AnswerView.SourceView;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Claim;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.Step;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.tools.call.ToolCall;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An event of a run, for listeners and observers. */
public sealed interface RunEvent {
  /** Returns this event as plain values, for JSON. Jackson writes the same JSON for the event. */
  @JsonValue
  View view();

  /**
   * A request is about to be sent to a model. If a strategy sends several requests at the same
   * time, this event is first sent for each of them. The other events of these requests follow in
   * the same order after all of them have ended. Such requests have no {@link TextDelta} events.
   *
   * @param turn the number of the model call, starting with 1. The calls of all roles are numbered
   *     together, so it can exceed {@link dev.arag.agent.step.Usage#turns()}, which counts the main
   *     model only
   * @param role the role of the model: {@code agent} for the main model, or another role that the
   *     strategy uses
   * @param model the model name in the settings of the chat model; null if the settings contain no
   *     name
   * @param provider the OpenTelemetry name of the provider, such as {@code openai}
   */
  record TurnStarted(int turn, String role, @Nullable String model, String provider)
      implements RunEvent {
    public TurnStarted {
      requireNonNull(role, "role");
      requireNonNull(provider, "provider");
    }

    @Override
    public View view() {
      String name = model == null ? "" : model;
      return new View(
          "turnStarted", Map.of("turn", turn, "role", role, "model", name, "provider", provider));
    }
  }

  /**
   * A streaming model wrote a part of its reply: any text, also text before a tool call, citation
   * markers and the evidence block. To show only the answer, use {@link AnswerText}. If {@link
   * Retrying} follows in the same turn, discard the text received so far for that turn, because the
   * model writes the reply again.
   *
   * @param turn the turn that the text belongs to
   * @param text the new part of the text; never empty
   */
  record TextDelta(int turn, String text) implements RunEvent {
    public TextDelta {
      requireNonNull(text, "text");
    }

    @Override
    public View view() {
      return new View("textDelta", Map.of("turn", turn, "text", text));
    }
  }

  /**
   * The next part of the text of the answer, to be shown to users. It contains neither citation
   * markers, nor the evidence block, nor reasoning. If the main model streams, this event is sent
   * while the model writes. Text that may belong to a marker or to the evidence block is delayed
   * until this is certain. With other models, and for answers that no model wrote, the events are
   * sent at the end of the run.
   *
   * <p>When the run has ended, the texts of all these events and of all {@link AnswerCitation}
   * events after the last {@link AnswerDiscarded}, joined in order, are {@link Answer#text()}. If
   * the run has no answer, all of them were discarded.
   *
   * @param text the next part of the text; never empty
   */
  record AnswerText(String text) implements RunEvent {
    public AnswerText {
      requireNonNull(text, "text");
    }

    @Override
    public View view() {
      return new View("answerText", Map.of("text", text));
    }
  }

  /**
   * A citation marker of the answer, at its place between the {@link AnswerText} events. The
   * numbers and ids of the sources are those of the answer, unless {@link AnswerDiscarded} follows.
   * Quotes and verdicts are known only at the end of the run, because the evidence block may
   * contain further quotes. At the end, one {@link CitationChecked} event follows for each
   * citation, with the same number.
   *
   * @param text the marker as the model wrote it, such as {@code [q7k2m#12]}
   * @param sources the cited sources in the order of their numbers; at least one
   */
  record AnswerCitation(String text, List<Citation.Source> sources) implements RunEvent {
    public AnswerCitation {
      requireNonNull(text, "text");
      sources = List.copyOf(requireNonNull(sources, "sources"));
    }

    @Override
    public View view() {
      return new View(
          "answerCitation",
          Map.of("text", text, "sources", sources.stream().map(SourceView::of).toList()));
    }
  }

  /**
   * Revokes all {@link AnswerText} and {@link AnswerCitation} events sent so far, because the reply
   * is not the answer: the reply calls a tool, is corrected or retried, or the run ended without an
   * answer. Remove the text that was shown.
   */
  record AnswerDiscarded() implements RunEvent {
    @Override
    public View view() {
      return new View("answerDiscarded", Map.of());
    }
  }

  /**
   * A request failed and is about to be repeated.
   *
   * @param turn the turn of the request
   * @param error the message of the failure
   * @param pause the pause before the next attempt
   */
  record Retrying(int turn, String error, Duration pause) implements RunEvent {
    public Retrying {
      requireNonNull(error, "error");
      requireNonNull(pause, "pause");
    }

    @Override
    public View view() {
      return new View(
          "retrying",
          Map.of("turn", turn, "error", error, "pauseSeconds", pause.toMillis() / 1000.0));
    }
  }

  /**
   * A tool call is about to be processed. A {@link StepCompleted} event with a {@link Step.ToolUse}
   * follows. This event is sent even if the run answers the call without executing the tool.
   *
   * @param turn the turn of the call
   * @param call the call as the model wrote it
   */
  record ToolCalled(int turn, ToolCall call) implements RunEvent {
    public ToolCalled {
      requireNonNull(call, "call");
    }

    @Override
    public View view() {
      return new View(
          "toolCalled",
          Map.of(
              "turn", turn, "id", call.id(), "tool", call.name(), "arguments", call.arguments()));
    }
  }

  /**
   * A citation of the answer was checked. One such event is sent for each citation, in the order of
   * {@link Answer#citations()}, before {@link Finished}.
   */
  record CitationChecked(Citation citation) implements RunEvent {
    public CitationChecked {
      requireNonNull(citation, "citation");
    }

    @Override
    public View view() {
      return new View("citationChecked", Map.of("citation", citation.view()));
    }
  }

  /**
   * A cited sentence of the answer was compared with its quotes, or could not be. If {@link
   * dev.arag.agent.Agent.Builder#checkClaims()} is set, one such event is sent for each element of
   * {@link Answer#claims()}, after all {@link CitationChecked} events and before {@link Finished}.
   * The text of the answer is sent before the request, so it does not wait for the check.
   */
  record ClaimChecked(Claim claim) implements RunEvent {
    public ClaimChecked {
      requireNonNull(claim, "claim");
    }

    @Override
    public View view() {
      return new View("claimChecked", Map.of("claim", claim));
    }
  }

  /** A step ended: a model call, a failure, a tool call, or a correction. */
  record StepCompleted(Step step) implements RunEvent {
    public StepCompleted {
      requireNonNull(step, "step");
    }

    @Override
    public View view() {
      return new View(
          "stepCompleted",
          Map.of(
              "turn",
              step.turn(),
              "step",
              step.getClass().getSimpleName(),
              "seconds",
              step.elapsed().toMillis() / 1000.0));
    }
  }

  /** The run has ended, with or without an answer. */
  record Finished(Trajectory trajectory) implements RunEvent {
    public Finished {
      requireNonNull(trajectory, "trajectory");
    }

    @Override
    public View view() {
      return new View(
          "finished",
          Map.of(
              "id",
              trajectory.id().orElse(""),
              "stopReason",
              trajectory.stopReason().name(),
              "outcome",
              trajectory.outcome().map(Outcome::name).orElse(""),
              "seconds",
              trajectory.usage().elapsed().toMillis() / 1000.0));
    }
  }

  /**
   * An event of a run as plain values, for JSON or for server-sent events.
   *
   * <table>
   * <caption>Names and fields</caption>
   * <tr><th>name</th><th>fields</th></tr>
   * <tr><td>turnStarted</td><td>turn, role, model (the empty string if unknown), provider</td></tr>
   * <tr><td>textDelta</td><td>turn, text</td></tr>
   * <tr><td>answerText</td><td>text</td></tr>
   * <tr><td>answerCitation</td><td>text, sources, with the fields of a source of {@link AnswerView};
   *     heading and page are those of the text of the chunk that was shown first</td></tr>
   * <tr><td>answerDiscarded</td><td>none</td></tr>
   * <tr><td>retrying</td><td>turn, error, pauseSeconds</td></tr>
   * <tr><td>toolCalled</td><td>turn, id, tool, arguments</td></tr>
   * <tr><td>stepCompleted</td><td>turn, step (the name of the class in {@code Step}), seconds</td></tr>
   * <tr><td>citationChecked</td><td>citation, with the fields of a citation of {@link AnswerView}
   *     </td></tr>
   * <tr><td>claimChecked</td><td>claim, with the fields of {@link Claim}</td></tr>
   * <tr><td>finished</td><td>id, stopReason, outcome (the empty string if there is no answer),
   *     seconds</td></tr>
   * </table>
   *
   * @param name the name of the event
   * @param data the fields of the event, in alphabetical order; the values are strings, numbers,
   *     lists, and records of such values
   */
  record View(String name, Map<String, Object> data) {
    public View {
      data = Collections.unmodifiableMap(new TreeMap<>(data));
    }
  }
}

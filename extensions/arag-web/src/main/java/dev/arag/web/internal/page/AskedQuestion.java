package dev.arag.web.internal.page;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.arag.agent.Run;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.tools.call.Snippet;
import dev.arag.web.internal.stream.UiMessageParts;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A question of a conversation whose run has ended. */
record AskedQuestion(Header header, Trajectory trajectory) {
  /**
   * What the page needs without reading the trajectory. Also the JSON in a file.
   *
   * @param time when the run ended, in ISO 8601
   * @param earlier the number of questions before this one. Later questions that precede it in a
   *     file were replaced by it
   * @param within what the question is restricted to; null if it is not restricted
   * @param documents the ids of the documents whose text the run found, or that the question names
   * @param chunks the ids of the chunks that the run found
   * @param warnings the warnings of the answer
   * @param draft the text that the page showed of a run without an answer; null if there is none
   * @param error why there is no answer; null if there is one or the user cancelled the run
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Header(
      String question,
      String time,
      int earlier,
      @Nullable QuestionScope within,
      @JsonSetter(nulls = Nulls.AS_EMPTY) Set<String> documents,
      @JsonSetter(nulls = Nulls.AS_EMPTY) Set<String> chunks,
      @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> warnings,
      @Nullable String draft,
      @Nullable String error) {
    Header {
      requireNonNull(question, "question");
      requireNonNull(time, "time");
    }
  }

  /**
   * The beginning of the chunk ids of texts that a custom tool returned, see {@code Observation}.
   */
  private static final String TOOL_SOURCE = "tool#";

  /**
   * Returns the question of a run that has ended.
   *
   * @throws RuntimeException if the run has no trajectory
   */
  static AskedQuestion of(Run run, @Nullable QuestionScope within, String time) {
    Trajectory trajectory = run.trajectory();
    boolean isAnswered = trajectory.answer().isPresent();
    boolean isCancelled = trajectory.stopReason() == StopReason.CANCELLED;
    Set<String> documents = found(trajectory, snippet -> snippet.location().documentId());
    if (within != null && within.document() != null) {
      documents.add(within.document());
    }
    Header header =
        new Header(
            trajectory.question(),
            time,
            trajectory.earlier().size(),
            within,
            documents,
            found(trajectory, snippet -> snippet.chunkId().value()),
            isAnswered ? run.answer().warnings() : List.of(),
            isAnswered ? null : draft(run),
            isAnswered || isCancelled ? null : failure(run));
    return new AskedQuestion(header, trajectory);
  }

  /** Includes text that was found but not sent to the model, because a file contains it as well. */
  private static Set<String> found(
      Trajectory trajectory, Function<? super Snippet, String> property) {
    return trajectory.steps().stream()
        .flatMap(
            step ->
                step instanceof Step.ToolUse use
                    ? use.observation().shown().stream()
                    : Stream.<Snippet>empty())
        .filter(snippet -> !snippet.chunkId().value().startsWith(TOOL_SOURCE))
        .map(property)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the last text that was not followed by a tool call. */
  private static @Nullable String draft(Run run) {
    StringBuilder text = new StringBuilder();
    StringBuilder kept = new StringBuilder();
    run.forEach(
        event -> {
          if (event instanceof RunEvent.AnswerText part) {
            text.append(part.text());
          } else if (event instanceof RunEvent.AnswerCitation citation) {
            text.append(UiMessageParts.marks(citation));
          } else if (event instanceof RunEvent.AnswerDiscarded && !text.isEmpty()) {
            kept.setLength(0);
            kept.append(text);
            text.setLength(0);
          } else if (event instanceof RunEvent.ToolCalled) {
            kept.setLength(0);
          }
        });
    String last = text.isEmpty() ? kept.toString() : text.toString();
    return last.isEmpty() ? null : last;
  }

  private static @Nullable String failure(Run run) {
    try {
      var unused = run.answer();
      return null;
    } catch (NoAnswerException e) {
      return e.getMessage();
    }
  }

  /** The parts of the message that a page shows for this question. */
  List<String> parts() {
    return UiMessageParts.replay(trajectory, header.warnings(), header.draft(), header.error());
  }
}

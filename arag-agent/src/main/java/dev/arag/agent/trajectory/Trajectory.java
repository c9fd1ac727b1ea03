package dev.arag.agent.trajectory;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.grounding.UnseenTerm;
import dev.arag.agent.internal.grounding.UnseenTermFinder;
import dev.arag.agent.internal.model.ModelFailures;
import dev.arag.agent.internal.model.RecordedChatModel;
import dev.arag.agent.internal.trajectory.ShownTextLog;
import dev.arag.agent.internal.trajectory.TrajectoryFile;
import dev.arag.agent.model.ModelException;
import dev.arag.tools.Snippet;
import dev.langchain4j.model.chat.ChatModel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The record of one run, from the question to the end. Immutable. */
public final class Trajectory {
  private final String question;
  private final List<Step> steps;
  private final StopReason stopReason;
  private final Duration elapsed;
  private final long seed;
  private final String fields;
  private final List<Trajectory> earlier;
  private final @Nullable ParsedAnswer answer;

  private Trajectory(
      String question,
      List<Step> steps,
      StopReason stopReason,
      Duration elapsed,
      long seed,
      String fields,
      List<Trajectory> earlier,
      @Nullable ParsedAnswer answer) {
    this.question = question;
    this.steps = List.copyOf(steps);
    this.stopReason = stopReason;
    this.elapsed = elapsed;
    this.seed = seed;
    this.fields = fields;
    this.earlier = List.copyOf(earlier);
    this.answer = answer;
  }

  /** The trajectory of a single question, without an answer; useful for tests. */
  public static Trajectory of(
      String question, List<Step> steps, StopReason stopReason, Duration elapsed) {
    return of(question, steps, stopReason, elapsed, 0, "", List.of());
  }

  /**
   * A trajectory without an answer.
   *
   * @param seed the seed of the random codes of the fences; 0 if it is unknown
   * @param fields the fields of the requested record; empty if text was requested
   * @param earlier the earlier questions of the conversation
   */
  public static Trajectory of(
      String question,
      List<Step> steps,
      StopReason stopReason,
      Duration elapsed,
      long seed,
      String fields,
      List<Trajectory> earlier) {
    return new Trajectory(question, steps, stopReason, elapsed, seed, fields, earlier, null);
  }

  /** A copy with the answer of the run. */
  public Trajectory withAnswer(ParsedAnswer answer) {
    return new Trajectory(question, steps, stopReason, elapsed, seed, fields, earlier, answer);
  }

  /** The question. */
  public String question() {
    return question;
  }

  /**
   * The fields of the requested record, as the model was shown them; empty if text was requested.
   */
  public String fields() {
    return fields;
  }

  /**
   * The earlier questions of the conversation in order, unanswered ones included; empty for a
   * single question.
   */
  public List<Trajectory> earlier() {
    return earlier;
  }

  /** The steps in order. */
  public List<Step> steps() {
    return steps;
  }

  /** The answer without the evidence block; empty if there is none. */
  public Optional<String> answer() {
    return Optional.ofNullable(answer).map(ParsedAnswer::text);
  }

  /** The short answer; empty if there is none. */
  public Optional<String> shortAnswer() {
    return Optional.ofNullable(answer).map(ParsedAnswer::shortAnswer);
  }

  /** The citations of the answer, each checked against {@link #shown()}. */
  public List<Citation> citations() {
    return answer == null ? List.of() : answer.citations();
  }

  /** Why the run ended. */
  public StopReason stopReason() {
    return stopReason;
  }

  /** The resources used by the run. */
  public Usage usage() {
    return Usage.of(steps, elapsed);
  }

  /**
   * The evidence: corpus text that was sent in a request, in the order found. Text found too late
   * to be sent is not included.
   */
  public List<Snippet> shown() {
    return ShownTextLog.shown(stepsBefore(), steps);
  }

  /**
   * The evidence of one request: corpus text in the messages that were sent, in the order found.
   *
   * @param request a step of this trajectory
   */
  public List<Snippet> shownIn(Step.Sent request) {
    return ShownTextLog.shownIn(request, stepsBefore(), steps);
  }

  private List<Step> stepsBefore() {
    return earlier.stream().flatMap(record -> record.steps.stream()).toList();
  }

  /**
   * Figures and names of the answer that occur neither in a text shown to the models nor in the
   * question; empty without an answer.
   */
  public List<UnseenTerm> unseenTerms() {
    return answer().map(this::unseenTerms).orElse(List.of());
  }

  /**
   * Figures and names of a text that occur neither in a text shown to the models nor in the
   * question.
   */
  public List<UnseenTerm> unseenTerms(String text) {
    List<Snippet> shown = shown();
    return UnseenTermFinder.find(text, shown, ShownTextLog.texts(question, shown, steps));
  }

  /**
   * A chat model that replays this run without an LLM: it returns the recorded replies in order,
   * regardless of the requests. An agent built with it over the same corpus, with the same
   * strategy, tools and budget, produces the same trajectory for the same question, byte by byte
   * when written. For a typed answer, ask for the same record type. Earlier questions of the
   * conversation are replayed first. Cancellation by the caller is not replayed. Each call returns
   * a new model, for one run.
   */
  public ChatModel replay() {
    RecordedChatModel model = new RecordedChatModel(seed, elapsed, earlier);
    for (Step step : steps) {
      if (step instanceof Step.ModelCall call) {
        model.reply(call.reply(), call.elapsed(), call.isClosing());
      } else if (step instanceof Step.ModelFailure failure) {
        ModelException failed =
            ModelFailures.recorded(failure.error(), failure.kind(), failure.errorType());
        model.fail(failed, failure.elapsed());
      } else if (step instanceof Step.Retry retry) {
        ModelException failed =
            ModelFailures.recorded(retry.error(), ModelException.Kind.OTHER, retry.errorType());
        model.retry(failed, retry.pause(), retry.elapsed());
      } else if (step instanceof Step.ToolUse use) {
        model.call(use.observation(), use.elapsed());
      } else {
        model.pause(step.elapsed());
      }
    }
    return model;
  }

  /** The seed of the random codes of the fences; 0 if it was not recorded. */
  public long seed() {
    return seed;
  }

  /**
   * Writes this trajectory as JSON and replaces an existing file. Field names are stable.
   *
   * @throws java.io.UncheckedIOException if the file cannot be written
   */
  public void writeJson(Path file) {
    TrajectoryFile.write(this, file);
  }

  /**
   * Writes this trajectory as an HTML page for people and replaces an existing file. The page shows
   * the answer with its sources, and the requests, searches, texts and token usage of each turn;
   * quotes are highlighted in the text shown. The page loads no resources and runs no scripts,
   * regardless of the text it contains.
   *
   * @throws java.io.UncheckedIOException if the file cannot be written
   */
  public void writeHtml(Path file) {
    TrajectoryFile.writeHtml(this, file);
  }

  /**
   * Reads a file that {@link #writeJson(Path)} wrote.
   *
   * @throws dev.arag.core.error.AragException if it is not a trajectory file, is corrupt, or has
   *     another version
   * @throws java.io.UncheckedIOException if the file cannot be read
   */
  public static Trajectory read(Path file) {
    return TrajectoryFile.read(file);
  }
}

package dev.arag.agent.trajectory;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.ReadAnswer;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.ScriptedChatModel;
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
  private final @Nullable ReadAnswer answer;

  private Trajectory(
      String question,
      List<Step> steps,
      StopReason stopReason,
      Duration elapsed,
      @Nullable ReadAnswer answer) {
    this.question = question;
    this.steps = List.copyOf(steps);
    this.stopReason = stopReason;
    this.elapsed = elapsed;
    this.answer = answer;
  }

  /** The record of a run that has no answer. */
  public static Trajectory of(
      String question, List<Step> steps, StopReason stopReason, Duration elapsed) {
    return new Trajectory(question, steps, stopReason, elapsed, null);
  }

  /** This record with the answer the run led to. */
  public Trajectory withAnswer(ReadAnswer answer) {
    return new Trajectory(question, steps, stopReason, elapsed, answer);
  }

  /** What was asked. */
  public String question() {
    return question;
  }

  /** Everything that happened, in order. */
  public List<Step> steps() {
    return steps;
  }

  /** What was answered, without the evidence block; empty if there was no answer. */
  public Optional<String> answer() {
    return Optional.ofNullable(answer).map(ReadAnswer::text);
  }

  /** The answer alone; empty if there was none. */
  public Optional<String> shortAnswer() {
    return Optional.ofNullable(answer).map(ReadAnswer::shortAnswer);
  }

  /** The sources named in the answer, each checked against {@link #shown()}. */
  public List<Citation> citations() {
    return answer == null ? List.of() : answer.citations();
  }

  /** Why the run ended. */
  public StopReason stopReason() {
    return stopReason;
  }

  /** What the run used. */
  public Usage usage() {
    return Usage.of(steps, elapsed);
  }

  /**
   * The evidence: corpus text that really stood in a request, in the order it was found. What a
   * tool found too late to be sent is not in it.
   */
  public List<Snippet> shown() {
    return Ledger.shown(steps);
  }

  /**
   * A model that replies as the models of this run did, in the same order, whatever is asked: the
   * run once more, without an LLM.
   */
  public ChatModel replay() {
    ScriptedChatModel script = ScriptedChatModel.script();
    for (Step step : steps) {
      if (step instanceof Step.ModelCall call) {
        script.reply(call.reply());
      } else if (step instanceof Step.ModelFailure failure) {
        script.fail(new ModelException(failure.error(), null, false));
      }
    }
    return script;
  }

  /**
   * Writes this record as JSON, over what is there. The names of its fields stay.
   *
   * @throws java.io.UncheckedIOException if the file cannot be written
   */
  public void writeJson(Path file) {
    TrajectoryFile.write(this, file);
  }

  /**
   * Reads what {@link #writeJson(Path)} wrote.
   *
   * @throws dev.arag.core.error.AragException if it is no trajectory, or one of another version
   * @throws java.io.UncheckedIOException if the file cannot be read
   */
  public static Trajectory read(Path file) {
    return TrajectoryFile.read(file);
  }
}

package dev.arag.agent.trajectory;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.grounding.UnseenTerm;
import dev.arag.agent.grounding.UnseenTerms;
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
public final class Trajectory implements RecordedChatModel.Before {
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

  /** The record of a run that has no answer. */
  public static Trajectory of(
      String question, List<Step> steps, StopReason stopReason, Duration elapsed) {
    return new Trajectory(question, steps, stopReason, elapsed, 0, "", List.of(), null);
  }

  /** This record of a run whose fences were drawn from this seed. */
  public Trajectory withSeed(long seed) {
    return new Trajectory(question, steps, stopReason, elapsed, seed, fields, earlier, answer);
  }

  /** This record with the answer the run led to. */
  public Trajectory withAnswer(ParsedAnswer answer) {
    return new Trajectory(question, steps, stopReason, elapsed, seed, fields, earlier, answer);
  }

  /** This record of a run that had to tell the fields of a value. */
  public Trajectory withFields(String fields) {
    return new Trajectory(question, steps, stopReason, elapsed, seed, fields, earlier, answer);
  }

  /** This record of a question that others came before in its conversation. */
  public Trajectory withEarlier(List<Trajectory> earlier) {
    return new Trajectory(question, steps, stopReason, elapsed, seed, fields, earlier, answer);
  }

  /** What was asked. */
  @Override
  public String question() {
    return question;
  }

  /** The fields of the value that was asked for, as the model was told; empty if none was. */
  @Override
  public String fields() {
    return fields;
  }

  /**
   * The questions that came before in the conversation, those without an answer too, first one
   * first; empty for a question by itself.
   */
  public List<Trajectory> earlier() {
    return earlier;
  }

  /** Everything that happened, in order. */
  public List<Step> steps() {
    return steps;
  }

  /** What was answered, without the evidence block; empty if there was no answer. */
  public Optional<String> answer() {
    return Optional.ofNullable(answer).map(ParsedAnswer::text);
  }

  /** The answer alone; empty if there was none. */
  public Optional<String> shortAnswer() {
    return Optional.ofNullable(answer).map(ParsedAnswer::shortAnswer);
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
    return ShownTextLog.shown(stepsBefore(), steps);
  }

  /**
   * The evidence of one request: corpus text that stood in it, after whatever was cut or shrunk, in
   * the order it was found.
   *
   * @param request a step of this record
   */
  public List<Snippet> shownIn(Step.Sent request) {
    return ShownTextLog.shownIn(request, stepsBefore(), steps);
  }

  private List<Step> stepsBefore() {
    return earlier.stream().flatMap(record -> record.steps.stream()).toList();
  }

  /**
   * Figures and names of the answer that stand in no text the models were shown, nor in the
   * question; empty without an answer.
   */
  public List<UnseenTerm> unseenTerms() {
    return answer().map(this::unseenTerms).orElse(List.of());
  }

  /**
   * Figures and names of a text that stand in no text the models were shown, nor in the question.
   */
  public List<UnseenTerm> unseenTerms(String text) {
    List<Snippet> shown = shown();
    return UnseenTerms.find(text, shown, ShownTextLog.texts(question, shown, steps));
  }

  /**
   * A model that replies as the models of this run did, in the same order, whatever is asked: the
   * run once more, without an LLM. An agent that is built with it over the same corpus, with the
   * same strategy, tools and budget, makes a record of the same question that equals this one byte
   * by byte when it is written; so does one that is asked for a value of the same record, where a
   * value was asked for. Questions that came before in the conversation are made again with it, out
   * of sight. A run that its caller ended does not end so again. Each call gives a new model, for
   * one run.
   */
  @Override
  public ChatModel replay() {
    RecordedChatModel record = new RecordedChatModel(seed, elapsed, earlier);
    for (Step step : steps) {
      if (step instanceof Step.ModelCall call) {
        record.reply(call.reply(), call.elapsed(), call.isClosing());
      } else if (step instanceof Step.ModelFailure failure) {
        ModelException again =
            ModelException.recorded(failure.error(), failure.kind().name(), failure.errorType());
        record.fail(again, failure.elapsed());
      } else if (step instanceof Step.Retry retry) {
        ModelException again = ModelException.recorded(retry.error(), "", retry.errorType());
        record.retry(again, retry.pause(), retry.elapsed());
      } else if (step instanceof Step.ToolUse use) {
        record.call(use.observation(), use.elapsed());
      } else {
        record.pause(step.elapsed());
      }
    }
    return record;
  }

  /** What the codes of the fences were drawn from; 0 where it was not recorded. */
  public long seed() {
    return seed;
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
   * Writes this record as one HTML page for people, over what is there: the answer with its
   * sources, and each turn with what was asked, found, read and spent; quotes are marked in the
   * text they stand in. The page loads nothing and runs nothing, whatever the texts in it say.
   *
   * @throws java.io.UncheckedIOException if the file cannot be written
   */
  public void writeHtml(Path file) {
    TrajectoryFile.writeHtml(this, file);
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

package dev.arag.agent.trajectory;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Claim;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.citation.UnseenTerm;
import dev.arag.agent.internal.model.ModelFailures;
import dev.arag.agent.internal.model.RecordedChatModel;
import dev.arag.agent.internal.trajectory.RunRecord;
import dev.arag.agent.internal.trajectory.TrajectoryFile;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.step.Usage;
import dev.arag.core.internal.hash.Sha256;
import dev.arag.tools.call.Snippet;
import dev.langchain4j.model.chat.ChatModel;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The record of one run, from the question to the end. Immutable. */
public final class Trajectory {
  private final RunRecord run;
  private final List<Trajectory> earlier;

  private Trajectory(RunRecord run, List<Trajectory> earlier) {
    this.run = run;
    this.earlier = earlier;
  }

  private static Trajectory of(RunRecord run) {
    return new Trajectory(run, linked(run.earlier()));
  }

  /** Returns the trajectories of a conversation, each with the ones before it. */
  private static List<Trajectory> linked(List<RunRecord> runs) {
    List<Trajectory> all = new ArrayList<>();
    for (RunRecord each : runs) {
      all.add(new Trajectory(each, List.copyOf(all)));
    }
    return List.copyOf(all);
  }

  /**
   * Creates the trajectory of a single question without an answer. Applications need this method
   * only in tests.
   */
  public static Trajectory of(
      String question, List<Step> steps, StopReason stopReason, Duration elapsed) {
    return of(question, steps, stopReason, elapsed, null, null, List.of());
  }

  /**
   * Creates a trajectory without an answer.
   *
   * @param seed the seed of the random codes in the marker lines around corpus text; null or 0 if
   *     unknown
   * @param fields the fields of the requested record; null if the caller requested only text
   * @param earlier the trajectories of the earlier questions of the conversation
   */
  public static Trajectory of(
      String question,
      List<Step> steps,
      StopReason stopReason,
      Duration elapsed,
      @Nullable Long seed,
      @Nullable String fields,
      List<Trajectory> earlier) {
    requireNonNull(earlier, "earlier");
    return new Trajectory(
        new RunRecord(
            question,
            steps,
            stopReason,
            elapsed,
            seed == null ? 0 : seed,
            fields == null ? "" : fields,
            earlier.stream().map(each -> each.run).toList(),
            null,
            List.of(),
            List.of(),
            List.of()),
        List.copyOf(earlier));
  }

  /** Returns a copy of this trajectory with the answer of the run. */
  public Trajectory withAnswer(ParsedAnswer answer) {
    requireNonNull(answer, "answer");
    return new Trajectory(run.with(answer, run.exchanges(), run.warnings(), run.claims()), earlier);
  }

  /** Returns a copy of this trajectory with other {@link #warnings()}. */
  public Trajectory withWarnings(List<String> warnings) {
    return new Trajectory(run.with(run.answer(), run.exchanges(), warnings, run.claims()), earlier);
  }

  /** Returns a copy of this trajectory with other {@link #exchanges()}. */
  public Trajectory withExchanges(List<List<Message>> exchanges) {
    return new Trajectory(run.with(run.answer(), exchanges, run.warnings(), run.claims()), earlier);
  }

  /** Returns a copy of this trajectory with other {@link #claims()}. */
  public Trajectory withClaims(List<Claim> claims) {
    return new Trajectory(run.with(run.answer(), run.exchanges(), run.warnings(), claims), earlier);
  }

  /** The question. */
  public String question() {
    return run.question();
  }

  /**
   * The fields of the requested record, in the form in which the model received them; empty if the
   * caller requested only text.
   */
  public Optional<String> fields() {
    return Optional.of(run.fields()).filter(fields -> !fields.isEmpty());
  }

  /**
   * The trajectories of the earlier questions of the conversation, in order. Questions without an
   * answer are included. Empty if this is the first question.
   */
  public List<Trajectory> earlier() {
    return earlier;
  }

  /**
   * The messages that are sent with the next question of the conversation: one list for each
   * answered question, oldest first, ending with this question. Of the text of this question, only
   * what the answer cites is included. If the context window was full, old tool results may be
   * replaced by short messages, and the oldest questions may be missing. Empty if this question has
   * no answer, or if an earlier release wrote the trajectory.
   */
  public List<List<Message>> exchanges() {
    return run.exchanges();
  }

  /** The steps in order. */
  public List<Step> steps() {
    return run.steps();
  }

  /**
   * The text of the answer, without the evidence block (the list of quotes after the answer); empty
   * if there is no answer.
   */
  public Optional<String> answer() {
    return Optional.ofNullable(run.answer()).map(ParsedAnswer::text);
  }

  /**
   * The first line of the answer that contains a letter or digit, without chunk ids and Markdown;
   * empty if there is no answer.
   */
  public Optional<String> shortAnswer() {
    return Optional.ofNullable(run.answer()).map(ParsedAnswer::shortAnswer);
  }

  /** The citations of the answer, each checked against {@link #shown()}. */
  public List<Citation> citations() {
    ParsedAnswer answer = run.answer();
    return answer == null ? List.of() : answer.citations();
  }

  /**
   * The cited sentences of the answer, compared with their quotes; empty if this was not requested.
   */
  public List<Claim> claims() {
    return run.claims();
  }

  /** What the answer is, as the model stated it; empty if there is no answer. */
  public Optional<Outcome> outcome() {
    return Optional.ofNullable(run.answer()).map(ParsedAnswer::outcome);
  }

  /** The part of the answer that explains the outcome; empty if there is none. */
  public Optional<String> outcomeNote() {
    return Optional.ofNullable(run.answer()).map(ParsedAnswer::outcomeNote);
  }

  /** Why the run ended. */
  public StopReason stopReason() {
    return run.stopReason();
  }

  /**
   * The warnings of the strategy, and warnings about corpus text that the strategy put into a
   * prompt without {@code RunContext.show} or a tool call, so that citations of this text cannot be
   * checked. They are in the order in which they were added.
   */
  public List<String> warnings() {
    return run.warnings();
  }

  /** The resources that the run used. */
  public Usage usage() {
    return Usage.of(run.steps(), run.elapsed());
  }

  /**
   * The corpus text that was sent to a model in a request of this question or of an earlier
   * answered one, in the order in which the tools found it. Text that was found but never sent,
   * because the run ended first, is not included.
   */
  public List<Snippet> shown() {
    return run.shown();
  }

  /**
   * The corpus text that one request contained, in the order in which the tools found it.
   *
   * @param request a step of this trajectory
   */
  public List<Snippet> shownIn(Step.Sent request) {
    return run.shownIn(requireNonNull(request, "request"));
  }

  /**
   * Numbers and names in the answer that occur neither in the question nor in any text shown to the
   * models; empty if there is no answer.
   */
  public List<UnseenTerm> unseenTerms() {
    return answer().map(this::unseenTerms).orElse(List.of());
  }

  /**
   * Numbers and names in the given text that occur neither in the question nor in any text shown to
   * the models.
   */
  public List<UnseenTerm> unseenTerms(String text) {
    return run.unseenTerms(requireNonNull(text, "text"));
  }

  /**
   * Returns a chat model that replays this run without an LLM. The model returns the recorded
   * replies in order, regardless of the requests. Build an agent with this model and the same
   * corpus, strategy, instructions, tools and budget, and ask the same question. The new trajectory
   * is then equal to this one, and its file is byte-for-byte identical. To replay a typed answer,
   * ask for the same record type. The replaying model declares no context window, so set {@code
   * Budget.contextTokens} to the window of the recorded run.
   *
   * <p>The agent replays the earlier questions of the conversation first. A cancellation by the
   * caller is not replayed. Each returned model can be used for one run only.
   */
  public ChatModel replay() {
    RecordedChatModel model =
        new RecordedChatModel(run.seed(), run.elapsed(), earlier, run.claims());
    for (Step step : run.steps()) {
      if (step instanceof Step.ModelCall call) {
        model.reply(call.reply(), call.elapsed(), call.request().isClosing(), call.group());
      } else if (step instanceof Step.ModelFailure failure) {
        ModelException failed =
            ModelFailures.recorded(failure.error(), failure.kind(), failure.errorType());
        model.fail(failed, failure.elapsed(), failure.group());
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

  /** The seed, for tests; 0 if it was not recorded. */
  long seed() {
    return run.seed();
  }

  /**
   * An id of the run: 16 hexadecimal digits. A replay and a trajectory that was read from a file
   * have the id of the original run. Empty if the seed was not recorded.
   */
  public Optional<String> id() {
    // The hash does not reveal the seed, from which the fence codes are generated.
    byte[] hash = Sha256.of(Long.toHexString(run.seed()));
    return run.seed() == 0 ? Optional.empty() : Optional.of(HexFormat.of().formatHex(hash, 0, 8));
  }

  /**
   * Returns this trajectory as a JSON object, as {@link #writeJson(Path)} writes it. The text
   * contains the earlier questions of the conversation; {@link #toIncrement()} does not. The field
   * names do not change between releases.
   */
  @JsonValue
  @JsonRawValue
  public String toJson() {
    return TrajectoryFile.toJson(run);
  }

  /**
   * Returns this trajectory as one line of JSON without the earlier questions and without the
   * messages that the previous question already contains. A conversation that is stored in this way
   * grows by one line with each question. The line of a first question is also a complete
   * trajectory.
   */
  public String toIncrement() {
    return TrajectoryFile.toIncrement(run);
  }

  /**
   * Reads the texts that {@link #toIncrement()} returned for the questions of one conversation, in
   * order and without gaps. The first text may also be the {@link #toJson()} of a later question.
   *
   * @return the trajectories of all questions, each with its {@link #earlier()} ones; empty if
   *     there is no text
   * @throws dev.arag.core.error.AragException if a text is not a trajectory, is corrupt, has an
   *     unsupported version, or does not follow the texts before it
   */
  public static List<Trajectory> parseIncrements(List<String> increments) {
    return linked(TrajectoryFile.parseIncrements(requireNonNull(increments, "increments")));
  }

  /**
   * Writes this trajectory to a JSON file. An existing file is replaced.
   *
   * @throws dev.arag.core.error.AragException if the file cannot be written
   */
  public void writeJson(Path file) {
    TrajectoryFile.write(run, requireNonNull(file, "file"));
  }

  /**
   * Writes this trajectory to a stream, as JSON in UTF-8.
   *
   * @param out the stream, which is neither flushed nor closed
   * @throws dev.arag.core.error.AragException if the stream cannot be written
   */
  public void writeJson(OutputStream out) {
    TrajectoryFile.write(run, requireNonNull(out, "out"));
  }

  /**
   * Reads a file that {@link #writeJson(Path)} wrote.
   *
   * @throws dev.arag.core.error.AragException if the file cannot be read, is not a trajectory file,
   *     is corrupt, or has an unsupported version
   */
  public static Trajectory read(Path file) {
    return of(TrajectoryFile.read(requireNonNull(file, "file")));
  }

  /**
   * Reads the JSON object that {@link #writeJson(OutputStream)} wrote.
   *
   * @param in a stream that ends after the object; the stream is not closed
   * @throws dev.arag.core.error.AragException if the stream cannot be read, or its content is not a
   *     trajectory, is corrupt, or has an unsupported version
   */
  public static Trajectory read(InputStream in) {
    return of(TrajectoryFile.read(requireNonNull(in, "in")));
  }

  /**
   * Reads a text that {@link #toJson()} returned.
   *
   * @throws dev.arag.core.error.AragException if the text is not a trajectory, is an increment that
   *     needs earlier questions, is corrupt, or has an unsupported version
   */
  public static Trajectory parse(String json) {
    return of(TrajectoryFile.parse(requireNonNull(json, "json")));
  }
}

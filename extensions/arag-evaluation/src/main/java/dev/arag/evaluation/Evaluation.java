package dev.arag.evaluation;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.Strategies;
import dev.arag.agent.spi.Strategy;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.error.CorpusException;
import dev.arag.evaluation.data.GoldParagraphs;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.internal.results.ResultsFolder;
import dev.arag.evaluation.internal.results.ResultsScoring;
import dev.arag.evaluation.judge.Judge;
import dev.arag.extractive.ExtractiveChatModel;
import dev.langchain4j.model.chat.ChatModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Asks your own questions with several strategies and scores the answers, or scores results that
 * were recorded before. {@code docs/guide/metrics.md} defines the scores. Immutable: each method
 * returns a changed copy.
 *
 * <pre>{@code
 * EvaluationReport report = Evaluation.of(index, llm)
 *     .strategies(Strategies.arag(), Strategies.naiveRag(5))
 *     .run(Questions.read(Path.of("questions.json")));
 * report.writeHtml(Path.of("report"));
 * }</pre>
 *
 * <p>A {@link Batch} has further settings, such as the budget, the number of workers, repetitions,
 * and runs with several values of a parameter (sweeps). Pass its results folder to {@link #of(Path,
 * Path...)}.
 */
public final class Evaluation {
  private final @Nullable Recorder recorder;
  private final List<Path> results;
  private final GoldParagraphs paragraphs;
  private final @Nullable Judge judge;

  private Evaluation(
      @Nullable Recorder recorder,
      List<Path> results,
      GoldParagraphs paragraphs,
      @Nullable Judge judge) {
    this.recorder = recorder;
    this.results = results;
    this.paragraphs = paragraphs;
    this.judge = judge;
  }

  /** What answers the questions. */
  private record Recorder(Corpus corpus, ChatModel model, List<Strategy> strategies) {}

  /** Creates an evaluation that answers the questions with a model. */
  public static Evaluation of(Corpus corpus, ChatModel model) {
    requireNonNull(corpus, "corpus");
    requireNonNull(model, "model");
    Recorder recorder = new Recorder(corpus, model, List.of(Strategies.arag()));
    return new Evaluation(recorder, List.of(), GoldParagraphs.NONE, null);
  }

  /**
   * Creates an evaluation that scores recorded results. It needs no model and no corpus.
   *
   * @param results the results folder of a {@link Batch}, or a folder with results files (*.jsonl)
   *     of the reference implementation of the A-RAG paper
   * @param more further folders, for example with results of another profile or model. Two folders
   *     must not contain results of the same strategy, profile, setting and model. If the folders
   *     have several models, the report shows the model of each row
   */
  public static Evaluation of(Path results, Path... more) {
    requireNonNull(results, "results");
    requireNonNull(more, "more");
    List<Path> all = Stream.concat(Stream.of(results), Stream.of(more)).toList();
    return new Evaluation(null, all, GoldParagraphs.NONE, null);
  }

  /**
   * Sets the strategies, whose names must differ. Default: {@link Strategies#arag()}.
   *
   * @throws IllegalStateException if this evaluation scores recorded results
   */
  public Evaluation strategies(Strategy... strategies) {
    Recorder before = requireRecorder("strategies");
    Recorder recorder = new Recorder(before.corpus(), before.model(), List.of(strategies));
    return new Evaluation(recorder, results, paragraphs, judge);
  }

  /**
   * Sets the folder into which the results are written. If it contains results of the same
   * evaluation, only the missing questions are asked. Default: a new temporary folder, which is not
   * deleted; {@link EvaluationReport#results} returns it.
   *
   * @throws IllegalStateException if this evaluation scores recorded results
   */
  public Evaluation results(Path folder) {
    return new Evaluation(
        requireRecorder("results"), List.of(requireNonNull(folder, "folder")), paragraphs, judge);
  }

  private Recorder requireRecorder(String method) {
    if (recorder == null) {
      throw new IllegalStateException(
          method + " cannot be set for recorded results. Use Evaluation.of(corpus, model).");
    }
    return recorder;
  }

  /**
   * Sets the texts of the gold paragraphs, which contain the answers. They are needed for the
   * metrics of sections, and for those of chunks if the questions do not name the chunks of this
   * corpus. Default: no texts; only the ids in the questions are used.
   */
  public Evaluation paragraphs(GoldParagraphs paragraphs) {
    return new Evaluation(recorder, results, requireNonNull(paragraphs, "paragraphs"), judge);
  }

  /** Sets the LLM that judges the answers. Default: no LLM judges the answers. */
  public Evaluation judge(Judge judge) {
    return new Evaluation(recorder, results, paragraphs, requireNonNull(judge, "judge"));
  }

  /**
   * Answers the questions, unless this evaluation scores recorded results, and scores the answers.
   * Questions without any recorded result are not scored. If this method answers questions and the
   * corpus has embeddings, the report has one more row, {@code dump-20}: its answers are the 20
   * best sentences of a semantic search, without an LLM.
   *
   * @param questions the questions with their gold answers
   * @throws dev.arag.core.error.AragException if the results cannot be read or written, are
   *     damaged, or do not belong to the questions
   */
  public EvaluationReport run(List<Question> questions) {
    List<Question> all = List.copyOf(requireNonNull(questions, "questions"));
    List<Path> folders = results.isEmpty() ? List.of(temporaryFolder()) : results;
    if (recorder != null) {
      record(recorder, all, folders.get(0));
    }
    return new EvaluationReport(new ResultsScoring(folders, all, paragraphs, judge).score());
  }

  private static void record(Recorder recorder, List<Question> questions, Path folder) {
    Batch.Builder batch =
        Batch.builder(recorder.corpus(), recorder.model())
            .strategies(recorder.strategies())
            .questions(questions);
    if (recorder.model() instanceof ExtractiveChatModel) {
      batch.modelName(ResultsFolder.RULE_BASED_MODEL);
    }
    Batch built = batch.build();
    built.run(folder);
    built.writeBestSentences(folder);
  }

  private static Path temporaryFolder() {
    try {
      return Files.createTempDirectory("arag-evaluation");
    } catch (IOException e) {
      throw new CorpusException("No temporary folder can be created for the results.", e);
    }
  }
}

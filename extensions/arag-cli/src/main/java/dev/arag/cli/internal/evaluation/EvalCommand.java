package dev.arag.cli.internal.evaluation;

import dev.arag.cli.internal.console.CommandContext;
import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.model.ConfiguredJudge;
import dev.arag.cli.internal.option.CorpusLocation;
import dev.arag.cli.internal.option.EmbedderOption;
import dev.arag.cli.internal.option.OpenCorpus;
import dev.arag.cli.internal.option.PagingOption;
import dev.arag.cli.internal.option.UsageException;
import dev.arag.cli.internal.option.Utf8Path;
import dev.arag.cli.internal.report.EvaluationResult;
import dev.arag.cli.internal.report.EvaluationText;
import dev.arag.cli.internal.report.RetrievalResult;
import dev.arag.core.embed.Embedder;
import dev.arag.evaluation.Evaluation;
import dev.arag.evaluation.EvaluationReport;
import dev.arag.evaluation.data.GoldParagraphs;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.data.Questions;
import dev.arag.evaluation.judge.Judge;
import dev.arag.evaluation.retrieval.CorpusRanking;
import dev.arag.evaluation.retrieval.PageRetrieval;
import dev.arag.evaluation.retrieval.RetrievalMeasure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code arag eval}: scores the results of a batch, or rankings of a corpus. */
@Command(
    description =
        "Scores the results of arag batch and writes a report, or, with --retrieval,"
            + " measures rankings without a model.",
    sortOptions = false,
    footer = {
      "",
      "ARAG_JUDGE_MODEL selects an LLM that judges the answers. ARAG_JUDGE_BASE_URL and",
      "ARAG_JUDGE_API_KEY default to ARAG_BASE_URL and ARAG_API_KEY. The judge must not",
      "be the model of ARAG_MODEL, unless --same-judge is given.",
      "Example: arag eval results --questions questions.json",
      "Example: arag eval --retrieval scifact --ranking keyword,hybrid",
      "Example: arag eval --retrieval my.arag --questions questions.json"
    })
public final class EvalCommand implements Callable<Integer> {
  private static final String REPORT = "report";
  private static final String ARGUMENTS =
      "RESULTS --questions FILE, or --retrieval FOLDER [--questions FILE]";

  @ParentCommand private CommandContext arag;

  @Parameters(
      index = "0",
      arity = "0..*",
      paramLabel = "RESULTS",
      description =
          "The results folder of arag batch. Several folders, such as those of two"
              + " models, become one report.")
  private List<Path> results = List.of();

  @Option(
      names = "--questions",
      paramLabel = "FILE",
      description =
          "The questions with their gold answers, as for arag batch, or, with --retrieval, with"
              + " their gold pages.")
  private @Nullable Path questions;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "The folder of the report. Default: report in the first RESULTS.")
  private @Nullable Path out;

  @Option(
      names = "--paragraphs",
      paramLabel = "FILE",
      description =
          "The file with the texts of the gold paragraphs, to score which of them the model was"
              + " shown.")
  private @Nullable Path paragraphs;

  @Option(
      names = "--judge",
      paramLabel = "NAME",
      description =
          "What the judge is shown beside the answer: question (default; the question and the"
              + " gold answer), reference (only the gold answer, as in the paper), or none for"
              + " no judge.")
  private @Nullable String judge;

  @Option(names = "--same-judge", description = "Allow that a model judges its own answers.")
  private boolean sameJudge;

  @Option(
      names = "--retrieval",
      paramLabel = "FOLDER",
      description =
          "Measure rankings of the corpus in FOLDER (layout of BEIR). With --questions: FOLDER is"
              + " the directory of an index, and pages are measured.")
  private @Nullable Path retrieval;

  @Option(
      names = "--ranking",
      paramLabel = "NAME",
      split = ",",
      description =
          "With --retrieval: keyword, semantic (meaning only), semantic-lexical (meaning and"
              + " shared words), hybrid (keyword and semantic-lexical), or a TREC run file (not"
              + " with --questions). With --questions, keyword and hybrid are the searches of"
              + " arag search. Default: all four.")
  private List<String> rankings = List.of("keyword", "semantic", "semantic-lexical", "hybrid");

  @Option(
      names = "--measure",
      paramLabel = "NAME",
      split = ",",
      description =
          "With --retrieval: ndcg@K (not with --questions) or recall@K. Default:"
              + " ndcg@10,recall@5,recall@10.")
  private List<String> measures = List.of();

  @Option(
      names = "--run",
      paramLabel = "FILE",
      description = "With --retrieval: write a ranking as a TREC run file.")
  private @Nullable Path run;

  @Option(
      names = "--offset",
      paramLabel = "N",
      description = "With --retrieval and --questions: skip the first N questions. Default 0.")
  private @Nullable Integer offset;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "With --retrieval and --questions: use only N questions. Default: all.")
  private @Nullable Integer limit;

  @Mixin private EmbedderOption embedder;

  @Override
  public Integer call() throws IOException {
    if (retrieval == null) {
      scoreResults();
      return ExitCode.OK;
    }
    if (!results.isEmpty()) {
      throw new UsageException("Use either " + ARGUMENTS);
    }
    requireExisting("--retrieval", retrieval);
    RetrievalResult result =
        questions == null ? measureDocuments(retrieval) : measurePages(retrieval, questions);
    arag.output().result(result, text -> result.write(text));
    return ExitCode.OK;
  }

  private void scoreResults() throws IOException {
    if (run != null) {
      throw new UsageException("--run requires --retrieval");
    }
    requireAllQuestions();
    Path folder = require(results.stream().findFirst().orElse(null), "RESULTS");
    Path questionFile = require(questions, "--questions FILE");
    results.forEach(each -> requireExisting("RESULTS", each));
    requireExisting("--questions", questionFile);
    if (paragraphs != null) {
      requireExisting("--paragraphs", paragraphs);
    }
    Optional<Judge> judging =
        new ConfiguredJudge(arag.environment().variables(), judge, sameJudge)
            .judge(folder.resolve("judge").resolve("verdicts.jsonl"));
    Path[] others = results.stream().skip(1).toArray(Path[]::new);
    Evaluation evaluation = Evaluation.of(folder, others);
    if (paragraphs != null) {
      evaluation = evaluation.paragraphs(GoldParagraphs.read(paragraphs));
    }
    if (judging.isPresent()) {
      evaluation = evaluation.judge(judging.get());
    }
    EvaluationReport report = evaluation.run(Questions.read(questionFile));
    Path page = report.writeHtml(out == null ? folder.resolve(REPORT) : out);
    EvaluationResult result = EvaluationResult.of(report, Utf8Path.toText(page));
    arag.output().result(result, text -> EvaluationText.write(text, report, result.report()));
    writeNotes(report, judging);
  }

  private void writeNotes(EvaluationReport report, Optional<Judge> judging) {
    if (report.unaskedQuestions() > 0) {
      arag.output()
          .note(
              Formatting.count(report.unaskedQuestions(), "question")
                  + " of --questions not asked and not scored");
    }
    for (Path file : report.incompleteFiles()) {
      arag.output()
          .note(
              Utf8Path.toText(file)
                  + " ends with an incomplete line, which is not scored; to complete it, run the"
                  + " batch again");
    }
    long errors = judging.map(each -> each.counts().errors()).orElse(0L);
    if (errors > 0) {
      arag.output().note("The judge gave no verdict for " + Formatting.count(errors, "answer"));
    }
  }

  private RetrievalResult measureDocuments(Path folder) throws IOException {
    requireAllQuestions();
    List<RetrievalMeasure> parsed = measures(RetrievalMeasure.DEFAULT);
    try (Embedder given = embedder.forQueries()) {
      return new RankingMeasurement(folder, rankings, parsed, run, given).measure();
    }
  }

  private RetrievalResult measurePages(Path directory, Path file) {
    requireExisting("--questions", file);
    if (run != null) {
      throw new UsageException("--run cannot be used with --questions: a run ranks documents");
    }
    List<CorpusRanking> named =
        UsageException.requireValid(() -> rankings.stream().map(CorpusRanking::of).toList());
    List<RetrievalMeasure> parsed = measures(PageRetrieval.DEFAULT);
    if (parsed.stream().anyMatch(each -> each.kind() != RetrievalMeasure.Kind.RECALL)) {
      throw new UsageException("--measure: pages are measured by recall@K, such as recall@5");
    }
    long first = offset == null ? 0 : PagingOption.atLeast("--offset", 0, offset);
    long count = limit == null ? Long.MAX_VALUE : PagingOption.atLeast("--limit", 1, limit);
    List<Question> all = Questions.read(file);
    List<Question> asked = all.stream().skip(first).limit(count).toList();
    if (offset != null && asked.isEmpty()) {
      throw new UsageException(
          "--offset: the file has only " + Formatting.count(all.size(), "question"));
    }
    try (Embedder given = embedder.forQueries();
        OpenCorpus index = CorpusLocation.openIndex(directory, given)) {
      PageRetrieval pages = PageRetrieval.of(index.catalogue(), asked);
      if (pages.questions() == 0) {
        throw new UsageException(
            "--questions: none of the "
                + Formatting.count(asked.size(), "question")
                + " has gold pages: \"evidence\": [{\"document\": ..., \"page\": ...}]");
      }
      return RetrievalResult.of(
          named.stream().flatMap(each -> pages.scores(each, parsed).stream()).toList());
    }
  }

  private List<RetrievalMeasure> measures(List<RetrievalMeasure> byDefault) {
    return measures.isEmpty()
        ? byDefault
        : UsageException.requireValid(() -> measures.stream().map(RetrievalMeasure::of).toList());
  }

  private void requireAllQuestions() {
    if (offset != null || limit != null) {
      throw new UsageException("--offset and --limit require --retrieval with --questions");
    }
  }

  private static Path require(@Nullable Path value, String name) {
    if (value == null) {
      throw new UsageException(name + " is missing. Use arag eval " + ARGUMENTS);
    }
    return Objects.requireNonNull(value);
  }

  private static void requireExisting(String name, Path path) {
    if (!Files.exists(path)) {
      throw new UsageException(name + ": no such file or folder: " + Utf8Path.toText(path));
    }
  }
}

package dev.arag.cli.internal.demo;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.arag.agent.Agent;
import dev.arag.agent.answer.AnswerView;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.cli.internal.console.CommandContext;
import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.Stopwatch;
import dev.arag.cli.internal.console.TextPage;
import dev.arag.cli.internal.model.ConfiguredModel;
import dev.arag.cli.internal.option.Utf8Path;
import dev.arag.cli.internal.report.AnswerText;
import dev.arag.cli.internal.report.AskResult;
import dev.arag.cli.internal.report.HitText;
import dev.arag.cli.internal.report.StepText;
import dev.arag.cli.internal.report.SyncReportText;
import dev.arag.cli.internal.task.FileTree;
import dev.arag.cli.internal.task.IndexingTask;
import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.text.Chunk;
import dev.arag.evaluation.metric.AnswerMetrics;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.index.sync.SyncReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code arag demo}: runs all features on a small built-in corpus. */
@Command(
    description = {
      "Runs all features on a small built-in corpus about a fictional world.",
      "The demo indexes the corpus, runs each kind of search, and answers three"
          + " questions that require facts from several documents."
    },
    sortOptions = false,
    footer = {
      "",
      "Example: arag demo --keep demo.arag, then arag keyword demo.arag \"Old Bridge\""
    })
public final class DemoCommand implements Callable<Integer> {
  private static final List<String> KEYWORDS = List.of("Old Bridge");
  private static final String QUERY = "Who was in charge of the journey to collect plants?";
  private static final int TOP_K = 2;

  @ParentCommand private CommandContext arag;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description = "Keep the index in this directory. Default: the index is deleted at the end.")
  private @Nullable Path keep;

  record DemoResult(List<AnsweredQuestion> questions, String model, double seconds) {}

  record AnsweredQuestion(@JsonUnwrapped AnswerView view, String question, String gold) {}

  @Override
  public Integer call() throws IOException {
    Stopwatch stopwatch = new Stopwatch();
    ConfiguredModel model = ConfiguredModel.of(arag.environment().variables());
    Path temporary = Files.createTempDirectory("arag-demo");
    Path indexDirectory = keep == null ? temporary.resolve("demo.arag") : keep;
    try {
      SyncReport report = build(temporary.resolve("documents"), indexDirectory);
      try (Index index = Index.open(indexDirectory)) {
        show(report);
        showSearches(index);
        DemoResult result = new DemoResult(ask(index, model), model.name(), stopwatch.seconds());
        arag.output().result(result, out -> writeEnd(out, result));
        return exitCode(result);
      }
    } finally {
      FileTree.delete(temporary);
    }
  }

  private SyncReport build(Path documents, Path indexDirectory) throws IOException {
    DemoCorpus.unpack(documents);
    return new IndexingTask(arag.output(), indexDirectory).run(List.of(Source.path(documents)));
  }

  private void show(SyncReport report) {
    arag.output()
        .page(
            out ->
                out.line("1. INDEX: short documents about the fictional Vellen Isles")
                    .blank()
                    .line("   " + SyncReportText.summary(report)));
  }

  private void showSearches(Index index) {
    KeywordHits found = index.keywordSearch(KEYWORDS, TOP_K);
    arag.output().page(out -> writeKeyword(out, found));
    arag.output().page(out -> writeSemantic(out, index));
    found.hits().stream().findFirst().ifPresent(hit -> showChunk(index, hit));
  }

  private static void writeKeyword(TextPage out, KeywordHits found) {
    out.blank().line("2. KEYWORD: chunks that contain \"" + KEYWORDS.get(0) + "\"");
    found.forEach(hit -> HitText.write(out, hit, HitText.counts(hit), List.of()));
  }

  private static void writeSemantic(TextPage out, Index index) {
    out.blank().line("3. SEMANTIC: chunks closest in meaning to \"" + QUERY + "\"");
    index.semanticSearch(QUERY, TOP_K).forEach(hit -> HitText.write(out, hit, List.of()));
  }

  private void showChunk(Index index, KeywordHit hit) {
    Chunk chunk = index.read(hit.chunkId()).orElseThrow();
    arag.output()
        .page(
            out ->
                out.blank()
                    .line("4. READ: the full text of chunk " + chunk.id())
                    .blank()
                    .block("  ", chunk.text().strip()));
  }

  private List<AnsweredQuestion> ask(Index index, ConfiguredModel model) throws IOException {
    arag.output()
        .page(
            out ->
                out.blank()
                    .line("5. ASK: questions that require facts from several documents")
                    .blank()
                    .line("   " + model.about()));
    Agent agent =
        Agent.builder(index, model.model())
            .listener(new StepText(text -> arag.output().page(out -> out.raw(text))))
            .build();
    List<AnsweredQuestion> results = new ArrayList<>();
    for (DemoCorpus.Question question : DemoCorpus.questions()) {
      arag.output().page(out -> out.blank().hanging("Question: ", question.question(), "  "));
      AnswerView result = answer(agent, question.question());
      results.add(new AnsweredQuestion(result, question.question(), question.answer()));
      arag.output().page(out -> writeAnswer(out, result, question));
    }
    return results;
  }

  private static AnswerView answer(Agent agent, String question) {
    try {
      return agent.ask(question).view();
    } catch (NoAnswerException e) {
      return e.view();
    }
  }

  private static void writeAnswer(TextPage out, AnswerView result, DemoCorpus.Question question) {
    out.blank();
    AnswerText.write(out, new AskResult(result, null, null), result.warnings());
    String answer = Objects.requireNonNullElse(result.answer(), "");
    boolean isCorrect = AnswerMetrics.contains(answer, question.allAnswers());
    out.line(
        "Expected: "
            + question.answer()
            + (isCorrect ? " (contained in the answer)" : " (not contained in the answer)"));
  }

  private int exitCode(DemoResult result) {
    Optional<AnswerView> failed =
        result.questions().stream()
            .map(AnsweredQuestion::view)
            .filter(answer -> answer.answer() == null)
            .findFirst();
    failed.ifPresent(
        answer -> arag.output().note("arag: no answer: " + String.join("; ", answer.warnings())));
    return failed.isPresent() ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  private void writeEnd(TextPage out, DemoResult result) {
    out.blank();
    out.line(
        "Answered by "
            + (result.model().equals(ConfiguredModel.EXTRACTIVE)
                ? "the rule-based model"
                : result.model())
            + "; total time "
            + Formatting.seconds(result.seconds())
            + ".");
    out.blank().line("Next steps (arag is short for java -jar arag.jar):");
    out.line("  arag index my.arag DOCUMENTS        index your own files and folders");
    out.line("  arag search my.arag \"your words\"    search by keyword and by meaning");
    out.line("  arag ask my.arag \"your question\"    ask; to configure an LLM: arag ask --help");
    if (keep != null) {
      out.line("The index of this demo is in " + Utf8Path.toText(keep) + ".");
    }
  }
}

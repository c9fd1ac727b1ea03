package dev.arag.examples;

import dev.arag.agent.Strategies;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.evaluation.Evaluation;
import dev.arag.evaluation.EvaluationReport;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.data.SummaryRow;
import dev.arag.extractive.ExtractiveChatModel;
import dev.langchain4j.model.chat.ChatModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Compares strategies on your own questions and writes a report. The results are recorded, so that
 * a regression test can check them in every build without an LLM. In your project the second part
 * would be a JUnit test on a folder below {@code src/test/resources}.
 */
public final class Example22CompareStrategies {
  private static final List<Question> QUESTIONS =
      List.of(
          new Question("1", "Who designed the Old Bridge?", List.of("Mira Voss")),
          new Question("2", "Where was the designer of the Old Bridge born?", List.of("Tarn")),
          new Question("3", "When was Mira Voss born?", List.of("1881", "in 1881")));

  private Example22CompareStrategies() {}

  public static void main(String[] args) throws IOException {
    Path folder = Files.createTempDirectory("evaluation");
    Path results = folder.resolve("results");
    ChatModel model = new ExtractiveChatModel(); // or your LLM
    Corpus corpus = // or your index
        InMemoryCorpus.of(
            Document.of("k1", "The Old Bridge was designed by Mira Voss."),
            Document.of("k2", "Mira Voss was born in Tarn in 1881."));
    EvaluationReport report =
        Evaluation.of(corpus, model)
            .strategies(Strategies.arag(), Strategies.direct())
            .results(results)
            .run(QUESTIONS);
    report.rows().forEach(Example22CompareStrategies::print);
    System.out.println("report: " + report.writeHtml(folder.resolve("report")));
    checkRecordedResults(results);
  }

  private static void print(SummaryRow row) {
    System.out.printf(
        "%s: %.0f %% right, %.0f retrieved tokens%n",
        row.key().strategy(),
        100 * mean(row, Metric.CONTAIN_SHORT),
        mean(row, Metric.RETRIEVED_TOKENS));
  }

  /** Needs no LLM, no API key and no index. */
  private static void checkRecordedResults(Path results) {
    SummaryRow agent = Evaluation.of(results).run(QUESTIONS).rows().get(0);
    require(mean(agent, Metric.CONTAIN_SHORT) >= 0.8, "accuracy is below 80 %");
    require(mean(agent, Metric.RETRIEVED_TOKENS) <= 3_000, "more than 3,000 retrieved tokens");
    System.out.println("passed: " + agent.questions() + " recorded questions");
  }

  private static double mean(SummaryRow row, Metric metric) {
    return row.means().get(metric).orElseThrow();
  }

  private static void require(boolean condition, String failure) {
    if (!condition) {
      throw new AssertionError(failure);
    }
  }
}

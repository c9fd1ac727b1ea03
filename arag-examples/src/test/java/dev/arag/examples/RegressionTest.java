package dev.arag.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.spi.Strategy;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.evaluation.Batch;
import dev.arag.evaluation.Evaluation;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.data.Questions;
import dev.arag.evaluation.data.SummaryRow;
import dev.arag.evaluation.internal.row.ResultFile;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.paper.PaperStrategies;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A regression test on recorded runs, as an application can write it for its own questions. It
 * needs no LLM and no API key. After a change that is meant to change the answers, {@link #main}
 * records the runs again.
 */
final class RegressionTest {
  private static final Path RECORDED = Path.of("src/test/resources/regression");
  private static final List<Question> QUESTIONS =
      Questions.read(RECORDED.resolve("questions.json"));
  private static final Strategy STRATEGY = PaperStrategies.aragWithoutSemanticSearch();

  private static Corpus corpus() {
    return InMemoryCorpus.of(
        Document.of("bridge", "The Old Bridge was designed by Mira Voss. It crosses the Avel."),
        Document.of("voss", "Mira Voss was born in Tarn in 1881. She worked for the town."),
        Document.of("tarn", "Tarn is a port at the mouth of the Avel."));
  }

  /** Records the runs. In an application, the model is an LLM and the corpus an index. */
  public static void main(String[] args) {
    Evaluation.of(corpus(), new ExtractiveChatModel())
        .strategies(STRATEGY)
        .results(RECORDED)
        .run(QUESTIONS);
  }

  private static void requireQuality(Path results) {
    SummaryRow row = Evaluation.of(results).run(QUESTIONS).rows().get(0);
    assertThat(row.questions()).isEqualTo(QUESTIONS.size());
    assertThat(mean(row, Metric.CONTAIN_SHORT)).isGreaterThanOrEqualTo(0.8);
    assertThat(mean(row, Metric.RETRIEVED_TOKENS)).isLessThanOrEqualTo(3_000);
  }

  private static double mean(SummaryRow row, Metric metric) {
    return row.means().get(metric).orElseThrow();
  }

  @Test
  void recordedAnswersAreGoodEnough() {
    requireQuality(RECORDED);
  }

  /** The recorded replies of the model drive the agent, the tools and the corpus of this build. */
  @Test
  void replayedRunsAreGoodEnough(@TempDir Path replayed) {
    Map<String, Trajectory> runs = new HashMap<>();
    ResultFile.forEach(
        RECORDED.resolve("arag-no-semantic.jsonl"),
        row -> runs.put(row.id(), row.run().trajectory().orElseThrow()));
    assertThat(runs).hasSameSizeAs(QUESTIONS);
    Batch.builder(corpus(), run -> runs.get(run.question().id()).replay())
        .strategies(STRATEGY)
        .questions(QUESTIONS)
        .build()
        .run(replayed);
    requireQuality(replayed);
  }
}

package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arag.agent.Strategies;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.evaluation.Evaluation;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.SummaryRow;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluationTest {
  @TempDir Path folder;

  @Test
  void scoresAnswers() throws Exception {
    InMemoryCorpus corpus = InMemoryCorpus.of(Document.of("k1", "Mira Voss was born in Tarn."));
    ScriptedChatModel model = ScriptedChatModel.script().answer("In Tarn.");
    List<Question> questions = List.of(new Question("q1", "Where was she born?", List.of("Tarn")));
    SummaryRow row =
        Evaluation.of(corpus, model)
            .strategies(Strategies.direct())
            .results(folder.resolve("results"))
            .run(questions)
            .rows()
            .get(0);
    assertEquals(1.0, row.means().get(Metric.CONTAIN_SHORT).orElseThrow());
  }
}

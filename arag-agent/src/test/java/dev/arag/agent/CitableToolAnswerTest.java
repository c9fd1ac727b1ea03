package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests answers that cite the results of custom tools. */
class CitableToolAnswerTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(Document.of("k1", "The Old Bridge was designed by Mira Voss."));
  private static final RetrievalTool RATES =
      RetrievalTool.of(
          "exchange_rate",
          "Today's rates of a currency in euros.",
          "{\"type\": \"object\", \"properties\": {}}",
          call ->
              Observation.sources(
                  List.of(
                      new Observation.Source("ECB, 5 May", "One dollar costs 0.92 euros today."),
                      new Observation.Source("Harbour Bank", "A dollar is sold for 0.90 euros."))));

  @TempDir Path folder;

  private static Answer ask(String answer) {
    ScriptedChatModel model =
        ScriptedChatModel.script().call("exchange_rate", Map.of()).answer(answer);
    return Agent.builder(CORPUS, model)
        .tools(corpus -> Toolbox.of(corpus).with(RATES))
        .build()
        .ask("How many euros is a dollar?");
  }

  @Test
  void quotesAreCheckedAgainstTheSourceThatIsCited() {
    Answer answer =
        ask(
            """
            0.92 [tool#1: "One dollar costs 0.92 euros"], or 0.90 [tool#2], or 0.89 [tool#3].
            Evidence:
            [tool#2] "sold for 0.90 euros"
            [tool#3] "sold for 0.89 euros"
            """);
    assertThat(answer.citations())
        .extracting(each -> each.chunkId().value(), CitableToolAnswerTest::title, Citation::verdict)
        .contains(
            tuple("tool#1", "ECB, 5 May", Verdict.SUPPORTED),
            tuple("tool#2", "Harbour Bank", Verdict.SUPPORTED))
        .anyMatch(each -> each.toList().get(0).equals("tool#3"));
    assertThat(answer.citations())
        .filteredOn(each -> each.chunkId().value().equals("tool#3"))
        .noneMatch(each -> each.verdict().isVerified());
  }

  private static String title(Citation citation) {
    return citation.location().map(Location::title).orElse("");
  }

  @Test
  void theTrajectoryFileKeepsTheSources() {
    Answer answer = ask("0.92 [tool#1: \"One dollar costs 0.92 euros\"].");
    Path file = folder.resolve("run.json");
    answer.trajectory().writeJson(file);
    Trajectory read = Trajectory.read(file);
    assertThat(read.shown()).isEqualTo(answer.trajectory().shown()).hasSize(2);
    assertThat(read.citations()).isEqualTo(answer.citations());
  }
}

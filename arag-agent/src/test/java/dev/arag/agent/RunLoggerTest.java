package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.error.CorpusException;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.RateLimitException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests the log lines of runs. */
class RunLoggerTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(Document.of("k2", "Mira Voss was born in Tarn in 1881."));

  @RegisterExtension final RunLog log = new RunLog();

  private static ScriptedChatModel script() {
    return ScriptedChatModel.script()
        .call("chunk_read", Map.of("chunk_ids", List.of("k2")))
        .fail(new RateLimitException("Mira Voss was too often asked for"))
        .call("Mira Voss\nERROR forged", Map.of())
        .answer("In Tarn [k2: \"born in Tarn\"].");
  }

  @Test
  void logsStepsFailuresAndTheEndWithoutContent() {
    Agent.builder(CORPUS, script()).build().ask("Where was Mira Voss born?");
    assertThat(log.lines())
        .filteredOn(line -> line.startsWith("INFO"))
        .singleElement()
        .asString()
        .contains("The run ended with an answer (ANSWERED): 3 turns, 3 model calls, 2 tool calls");
    assertThat(log.lines())
        .filteredOn(line -> line.startsWith("WARNING"))
        .singleElement()
        .asString()
        .contains("rate_limit", "the next attempt follows in");
    assertThat(log.lines())
        .anyMatch(line -> line.contains("chunk_read was executed"))
        .anyMatch(line -> line.contains("an unknown tool was rejected"))
        .anyMatch(line -> line.contains("ended by STOP"))
        .noneMatch(line -> line.matches("(?s).*(Mira|Voss|Tarn|1881|forged|\n).*"));
  }

  @Test
  void logsARunWithoutAnAnswer() {
    String text = "no access\nfor Bearer " + "x7".repeat(10) + ":\u0000 ask your administrator";
    ScriptedChatModel model = ScriptedChatModel.script().fail(new AuthenticationException(text));
    Run run = Agent.builder(CORPUS, model).build().start("Where?");
    Throwable failure = catchThrowable(run::answer);
    assertThat(log.warnings())
        .singleElement()
        .asString()
        .contains("ended without an answer (MODEL_FAILED): 1 turns")
        .endsWith(
            " ms. The model refused the API key: no access for Bearer [key]: ask your"
                + " administrator. Check the API key.");
    assertThat(failure).hasMessageContaining("refused the API key: no access for Bearer");
    assertThat(log.lines()).noneMatch(line -> line.startsWith("INFO"));
  }

  @Test
  void logsWhyThereIsNoAnswerWithoutAFailure() {
    ScriptedChatModel model = ScriptedChatModel.script().answer("").answer("").answer("");
    catchThrowable(() -> Agent.builder(CORPUS, model).build().ask("Where?"));
    assertThat(log.warnings()).singleElement().asString().contains("or returned empty replies.");
  }

  @Test
  void logsTheClassOfAnException() {
    Agent agent =
        Agent.builder(CORPUS, ScriptedChatModel.script())
            .strategy(
                (question, run) -> {
                  throw new IllegalStateException("Mira Voss");
                })
            .build();
    catchThrowable(() -> agent.ask("Where?"));
    assertThat(log.lines())
        .containsExactly(
            "WARNING The run failed with an exception (java.lang.IllegalStateException).");
  }

  @Test
  void logsTheMessageOfAFailureOfTheCorpus() {
    Agent agent =
        Agent.builder(CORPUS, ScriptedChatModel.script())
            .strategy(
                (question, run) -> {
                  throw new CorpusException("vectors.bin is corrupt. Rebuild the index.");
                })
            .build();
    catchThrowable(() -> agent.ask("Where?"));
    assertThat(log.lines())
        .containsExactly(
            "WARNING The run failed with an exception (dev.arag.core.error.CorpusException):"
                + " vectors.bin is corrupt. Rebuild the index.");
  }
}

package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.step.Step;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.ToolCall;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tests what becomes of the exception of a custom tool. */
class ToolFailureTest {
  private static final String QUESTION = "Who designed the Old Bridge?";
  private static final String ANSWER = "Mira Voss [k1: \"designed by Mira Voss\"].";
  private static final Corpus CORPUS =
      InMemoryCorpus.of(Document.of("k1", "The Old Bridge was designed by Mira Voss."));

  @RegisterExtension final RunLog log = new RunLog();

  @TempDir Path folder;

  private static RetrievalTool tool(Supplier<RuntimeException> failure) {
    return new CustomTool(
        "exchange_rate",
        () -> {
          throw failure.get();
        });
  }

  private static ScriptedChatModel script() {
    return ScriptedChatModel.script()
        .calls(
            ToolCall.of("c1", "chunk_read", "{\"chunk_ids\": [\"k1\"]}"),
            ToolCall.of("c2", "exchange_rate", "{}"))
        .answer(ANSWER);
  }

  private static Agent.Builder agent(Supplier<RuntimeException> failure) {
    return Agent.builder(CORPUS, script()).tools(corpus -> Toolbox.of(corpus).with(tool(failure)));
  }

  private static Step.ToolUse failed(Trajectory trajectory) {
    return trajectory.steps().stream()
        .filter(Step.ToolUse.class::isInstance)
        .map(Step.ToolUse.class::cast)
        .filter(Step.ToolUse::hasFailed)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theAnswerTheLogAndTheTrajectoryNameTheFailure() {
    Answer answer =
        agent(() -> new IllegalStateException("The rates of 5 May are missing."))
            .build()
            .ask(QUESTION);
    assertThat(answer.text()).startsWith("Mira Voss");
    assertThat(answer.warnings())
        .containsExactly("exchange_rate failed (java.lang.IllegalStateException).");
    assertThat(log.warnings())
        .singleElement()
        .asString()
        .startsWith(
            "WARNING Turn 1: exchange_rate failed: java.lang.IllegalStateException: The rates of 5 May are"
                + " missing.")
        .contains("at " + ToolFailureTest.class.getName());
    Step.ToolUse step = failed(answer.trajectory());
    assertThat(step.errorType()).isEqualTo("java.lang.IllegalStateException");
    assertThat(step.error())
        .contains("The rates of 5 May", "at " + ToolFailureTest.class.getName());
    assertThat(step.observation().text())
        .isEqualTo("exchange_rate failed (IllegalStateException). Go on without it.");
  }

  @Test
  void aWarningIsGivenOnceForEachTypeOfFailure() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
            .call("exchange_rate", Map.of())
            .call("functions.Exchange_Rate", Map.of())
            .answer(ANSWER);
    Answer answer =
        Agent.builder(CORPUS, model)
            .tools(corpus -> Toolbox.of(corpus).with(tool(UnsupportedOperationException::new)))
            .build()
            .ask(QUESTION);
    assertThat(answer.warnings())
        .containsExactly("exchange_rate failed (java.lang.UnsupportedOperationException).");
    assertThat(log.warnings()).hasSize(2);
  }

  @Test
  void theModelIsNotShownTheMessage() {
    ScriptedChatModel model = script();
    RetrievalTool failing =
        tool(() -> new IllegalStateException("secret of the bank", new IOException("cause")));
    Answer answer =
        Agent.builder(CORPUS, model)
            .tools(corpus -> Toolbox.of(corpus).with(failing))
            .build()
            .ask(QUESTION);
    assertThat(model.requests().toString()).doesNotContain("secret of the bank");
    assertThat(answer.text() + answer.warnings()).doesNotContain("secret of the bank");
    assertThat(failed(answer.trajectory()).error())
        .contains("secret of the bank", "Caused by: java.io.IOException: cause");
  }

  @Test
  void theTrajectoryFileKeepsTheFailure() {
    Trajectory run = agent(IllegalStateException::new).build().ask(QUESTION).trajectory();
    Path file = folder.resolve("run.json");
    run.writeJson(file);
    assertThat(failed(Trajectory.read(file))).isEqualTo(failed(run));
  }

  /** The tool sends the key of the model to another server, which repeats it. */
  @Test
  void theKeyOfTheModelIsRedacted() {
    Agent agent =
        agent(() -> new UncheckedIOException(new IOException("refused " + ServerModel.KEY)))
            .model("form", new ServerModel("m at http://localhost:9/v1"))
            .build();
    Trajectory run = agent.ask(QUESTION).trajectory();
    assertThat(failed(run).error()).contains("refused [key]").doesNotContain(ServerModel.KEY);
    assertThat(log.warnings().toString()).contains("refused [key]").doesNotContain(ServerModel.KEY);
  }

  /** An application may guard its tools by {@link Toolbox#withCustomCalls}. */
  @Test
  void theAgentKeepsAReplacementOfTheApplication() {
    List<String> guarded = new ArrayList<>();
    agent(IllegalStateException::new)
        .tools(
            corpus ->
                Toolbox.of(corpus)
                    .with(tool(IllegalStateException::new))
                    .withCustomCalls(
                        call ->
                            () -> {
                              guarded.add("call");
                              return call.get();
                            }))
        .build()
        .ask(QUESTION);
    assertThat(guarded).hasSize(1);
  }

  @Test
  void invalidArgumentsAreNoFailure() {
    Answer answer = agent(() -> new IllegalArgumentException("Use EUR.")).build().ask(QUESTION);
    assertThat(answer.warnings()).isEmpty();
    assertThat(log.warnings()).isEmpty();
  }
}

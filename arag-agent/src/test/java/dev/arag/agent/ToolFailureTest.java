package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.model.ScriptedChatModel;
import dev.arag.agent.openai.OpenAiCompatible;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.tools.ContextTracker;
import dev.arag.tools.Observation;
import dev.arag.tools.RetrievalTool;
import dev.arag.tools.ToolArguments;
import dev.arag.tools.ToolCall;
import dev.arag.tools.Toolbox;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what becomes of the exception of a custom tool. */
class ToolFailureTest {
  private static final String QUESTION = "Who designed the Old Bridge?";
  private static final String KEY = "sk-0123456789abcdef0123456789abcdef";
  private static final String ANSWER = "Mira Voss [k1: \"designed by Mira Voss\"].";
  private static final Logger LOGGER = Logger.getLogger("dev.arag.agent.Run");
  private static final Corpus CORPUS =
      InMemoryCorpus.of(Document.of("k1", "The Old Bridge was designed by Mira Voss."));

  private final List<String> warnings = new CopyOnWriteArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          if (line.getLevel() == Level.WARNING) {
            warnings.add(new SimpleFormatter().formatMessage(line));
          }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @TempDir Path folder;

  @BeforeEach
  void listen() {
    LOGGER.setUseParentHandlers(false);
    LOGGER.addHandler(handler);
    LOGGER.setLevel(Level.ALL);
  }

  @AfterEach
  void stop() {
    LOGGER.removeHandler(handler);
    LOGGER.setUseParentHandlers(true);
    LOGGER.setLevel(Level.OFF);
  }

  private static RetrievalTool tool(Supplier<RuntimeException> failure) {
    return new RetrievalTool() {
      @Override
      public String name() {
        return "exchange_rate";
      }

      @Override
      public String description() {
        return "Today's rate of a currency in euros.";
      }

      @Override
      public String parameters() {
        return "{\"type\":\"object\",\"properties\":{}}";
      }

      @Override
      public Observation call(ToolArguments arguments, ContextTracker context) {
        throw failure.get();
      }
    };
  }

  private static ScriptedChatModel script() {
    return ScriptedChatModel.script()
        .calls(
            new ToolCall("c1", "chunk_read", "{\"chunk_ids\": [\"k1\"]}"),
            new ToolCall("c2", "exchange_rate", "{}"))
        .answer(ANSWER);
  }

  private static Agent.Builder agent(Supplier<RuntimeException> failure) {
    return Agent.builder(CORPUS, script())
        .tools(corpus -> Toolbox.over(corpus).with(tool(failure)));
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
    assertThat(warnings)
        .singleElement()
        .asString()
        .startsWith(
            "Turn 1: exchange_rate failed: java.lang.IllegalStateException: The rates of 5 May are"
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
            .tools(corpus -> Toolbox.over(corpus).with(tool(UnsupportedOperationException::new)))
            .build()
            .ask(QUESTION);
    assertThat(answer.warnings())
        .containsExactly("exchange_rate failed (java.lang.UnsupportedOperationException).");
    assertThat(warnings).hasSize(2);
  }

  @Test
  void theModelIsNotShownTheMessage() {
    ScriptedChatModel model = script();
    RetrievalTool failing =
        tool(() -> new IllegalStateException("secret of the bank", new IOException("cause")));
    Answer answer =
        Agent.builder(CORPUS, model)
            .tools(corpus -> Toolbox.over(corpus).with(failing))
            .build()
            .ask(QUESTION);
    assertThat(model.requests().toString()).doesNotContain("secret of the bank");
    assertThat(answer.text() + answer.warnings()).doesNotContain("secret of the bank");
    assertThat(failed(answer.trajectory()).error())
        .contains("secret of the bank", "Caused by: java.io.IOException: cause");
  }

  @Test
  void theTrajectoryFileKeepsTheFailure() throws IOException {
    Trajectory run = agent(IllegalStateException::new).build().ask(QUESTION).trajectory();
    Path file = folder.resolve("run.json");
    run.writeJson(file);
    assertThat(failed(Trajectory.read(file))).isEqualTo(failed(run));
    Path page = folder.resolve("run.html");
    run.writeHtml(page);
    assertThat(Files.readString(page))
        .contains("Exception of the tool", "java.lang.IllegalStateException");
  }

  /** The tool sends the key of the model to another server, which repeats it. */
  @Test
  void theKeyOfTheModelIsRedacted() {
    Map<String, String> environment =
        Map.of("ARAG_BASE_URL", "http://localhost:9/v1", "ARAG_MODEL", "m", "ARAG_API_KEY", KEY);
    Agent agent =
        agent(() -> new UncheckedIOException(new IOException("refused " + KEY)))
            .model("form", OpenAiCompatible.from(environment).chatModel())
            .build();
    Trajectory run = agent.ask(QUESTION).trajectory();
    assertThat(failed(run).error()).contains("refused [key]").doesNotContain(KEY);
    assertThat(warnings.toString()).contains("refused [key]").doesNotContain(KEY);
  }

  @Test
  void invalidArgumentsAreNoFailure() {
    Answer answer = agent(() -> new IllegalArgumentException("Use EUR.")).build().ask(QUESTION);
    assertThat(answer.warnings()).isEmpty();
    assertThat(warnings).isEmpty();
  }
}

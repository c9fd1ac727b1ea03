package dev.arag.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.arag.agent.Agent;
import dev.arag.agent.CustomTool;
import dev.arag.agent.Run;
import dev.arag.agent.RunLog;
import dev.arag.agent.step.Step;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.openai.internal.ChatServer;
import dev.arag.tools.Toolbox;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests what a run with an endpoint logs and records. */
class EndpointRunTest {
  private static final String KEY = "sk-0123456789abcdef0123456789abcdef";
  private static final Corpus CORPUS =
      InMemoryCorpus.of(Document.of("k1", "The Old Bridge was designed by Mira Voss."));

  @RegisterExtension final RunLog log = new RunLog();

  @Test
  void logsTheServersReasonOfAStreamedRun() {
    try (ChatServer server = new ChatServer()) {
      server.answers(400, "{\"error\":{\"message\":\"qwen3:14b does not support tools\"}}");
      OpenAiCompatible model = OpenAiCompatible.of(server.baseUrl(), "qwen3:14b", "");
      Run run = Agent.builder(CORPUS, model.streamingChatModel()).build().start("Where?");
      catchThrowable(run::answer);
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .endsWith(
              " ms. qwen3:14b at "
                  + server.baseUrl()
                  + " refused the request (HTTP 400): qwen3:14b does not support tools.");
    }
  }

  /** The tool sends the key of the model to another server, which repeats it. */
  @Test
  void theKeyOfTheModelIsRedacted() {
    Map<String, String> environment =
        Map.of("ARAG_BASE_URL", "http://localhost:9/v1", "ARAG_MODEL", "m", "ARAG_API_KEY", KEY);
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("exchange_rate", Map.of())
            .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
            .answer("Mira Voss [k1: \"designed by Mira Voss\"].");
    CustomTool failing =
        new CustomTool(
            "exchange_rate",
            () -> {
              throw new UncheckedIOException(new IOException("refused " + KEY));
            });
    Agent agent =
        Agent.builder(CORPUS, model)
            .tools(corpus -> Toolbox.of(corpus).with(failing))
            .model("form", OpenAiCompatible.of(environment).chatModel())
            .build();
    assertThat(agent.ask("Who designed the Old Bridge?").trajectory().steps())
        .filteredOn(Step.ToolUse.class::isInstance)
        .map(Step.ToolUse.class::cast)
        .filteredOn(Step.ToolUse::hasFailed)
        .singleElement()
        .satisfies(step -> assertThat(step.error()).contains("refused [key]").doesNotContain(KEY));
    assertThat(log.warnings().toString()).contains("refused [key]").doesNotContain(KEY);
  }
}

package dev.arag.openai.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.model.Reply;
import dev.arag.agent.step.Step;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.openai.OpenAiCompatible;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that unsupported features of a server are reported and are known to agents that are built
 * later.
 */
@Timeout(60)
class EndpointCapabilitiesLoopbackTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(Document.of("k2", "Mira Voss was born in Tarn in 1881."));
  private static final String REFUSED =
      "{\"error\":{\"message\":\"Unsupported parameter: 'parallel_tool_calls'\"}}";
  private static final String NO_CHOICE =
      "{\"error\":{\"message\":\"tool_choice none is not supported by this model\"}}";

  private final ChatServer server = new ChatServer();

  @TempDir Path folder;

  @AfterEach
  void stop() {
    server.close();
  }

  /** Builds a new model and a new agent, as a web service may do for each request. */
  private Answer ask(String model, Budget budget) {
    return Agent.builder(CORPUS, OpenAiCompatible.of(server.baseUrl(), model, "").chatModel())
        .budget(budget)
        .build()
        .ask("Where was Mira Voss born?");
  }

  private static String read() {
    return ChatServer.call("c1", "chunk_read", "{\"chunk_ids\":[\"k2\"]}");
  }

  private static List<Reply.Form> forms(Trajectory run) {
    return run.steps().stream()
        .filter(Step.ModelCall.class::isInstance)
        .map(step -> ((Step.ModelCall) step).reply().form())
        .toList();
  }

  @Test
  void omitsARejectedParameterInLaterAgentsAndReportsIt() throws IOException {
    server.answers(400, REFUSED).calls(read()).text("In Tarn [k2].");
    Answer first = ask("m-parameter", Budget.defaults());
    assertThat(forms(first.trajectory()))
        .extracting(Reply.Form::leftOut)
        .allMatch(names -> names.equals(List.of("parallel_tool_calls")));
    server.calls(read()).text("In Tarn [k2].");
    Answer second = ask("m-parameter", Budget.defaults());
    assertThat(server.requests()).hasSize(5);
    assertThat(server.requests().get(3).body().has("parallel_tool_calls")).isFalse();
    assertThat(forms(second.trajectory()).get(0).leftOut()).containsExactly("parallel_tool_calls");
    server.calls(read()).text("In Tarn [k2].");
    Answer other = ask("another-model", Budget.defaults());
    assertThat(server.requests().get(5).body().has("parallel_tool_calls")).isTrue();
    assertThat(forms(other.trajectory()).get(0).leftOut()).isEmpty();

    Path json = folder.resolve("run.json");
    second.trajectory().writeJson(json);
    assertThat(forms(Trajectory.read(json))).isEqualTo(forms(second.trajectory()));
  }

  @Test
  void usesTheAcceptedClosingFormInLaterAgents() throws IOException {
    Budget oneTurn = Budget.builder().maxTurns(1).build();
    server.calls(read()).answers(400, NO_CHOICE).text("In Tarn [k2].");
    Answer first = ask("m-closing", oneTurn);
    assertThat(forms(first.trajectory()).get(1).closing()).isEqualTo("CALLS_DISCOURAGED");
    server.calls(read()).text("In Tarn [k2].");
    Answer second = ask("m-closing", oneTurn);
    assertThat(server.requests()).hasSize(5);
    JsonNode closing = server.requests().get(4).body();
    assertThat(closing.path("tool_choice").asText()).isNotEqualTo("none");
    assertThat(closing.path("tools")).isNotEmpty();
    assertThat(forms(second.trajectory()).get(1).closing()).isEqualTo("CALLS_DISCOURAGED");
  }

  @Test
  void recordsTheOriginalFinishReason() throws IOException {
    String reply =
        """
        {"model":"tiny-1","choices":[{"message":{"role":"assistant","content":"In Tarn [k2]"},
         "finish_reason":"%s"}],"usage":{"prompt_tokens":100,"completion_tokens":20}}
        """;
    server.calls(read()).answers(200, reply.formatted("model_length"));
    Answer cut = ask("m-word", Budget.defaults());
    assertThat(forms(cut.trajectory()))
        .extracting(Reply.Form::finishWord)
        .containsExactly("tool_calls", "model_length");
    server.calls(read()).answers(200, reply.formatted("eos_reached\\nERROR forged"));
    Answer odd = ask("m-word", Budget.defaults());
    assertThat(forms(odd.trajectory()).get(1).finishWord()).isEqualTo("eos_reached ERROR forged");
  }
}

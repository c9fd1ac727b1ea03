package dev.arag.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.spi.EndpointChatModel;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/** An agent with a model of Spring AI: its OpenAI model over HTTP, and scripted ones. */
@Timeout(60)
class SpringAiChatModelTest {
  private static final String READ = "{\"chunk_ids\":[\"k1\"]}";

  private final CompletionServer server = new CompletionServer();

  @AfterEach
  void close() {
    server.close();
  }

  private Agent.Builder agent() {
    return Agent.builder(Fixtures.corpus(), SpringAi.chatModel(server.model()));
  }

  @Test
  void callsToolsAndStreamsTheAnswer() {
    server
        .call("c1", "chunk_read", READ)
        .text("Mira Voss ", "[k1: \"designed by", " Mira Voss\"].");
    List<String> deltas = new ArrayList<>();
    Answer answer =
        agent()
            .listener(
                event -> {
                  if (event instanceof RunEvent.TextDelta delta) {
                    deltas.add(delta.text());
                  }
                })
            .build()
            .ask(Fixtures.QUESTION);

    assertThat(answer.isComplete()).isTrue();
    assertThat(answer.citations()).singleElement();
    assertThat(answer.citations().get(0).verdict()).isEqualTo(Verdict.SUPPORTED);
    assertThat(deltas).hasSize(3);
    assertThat(answer.usage().inputTokens()).isEqualTo(200);
    assertThat(answer.usage().cachedInputTokens()).isEqualTo(120);
    assertThat(answer.usage().outputTokens()).isEqualTo(14);
    assertThat(answer.settings().model()).isEqualTo("test-model");

    JsonNode first = server.requests().get(0);
    assertThat(first.path("model").asText()).isEqualTo("test-model");
    assertThat(first.path("tools").findValuesAsText("name"))
        .containsExactly("keyword_search", "semantic_search", "chunk_read");
    assertThat(first.path("tools").get(2).at("/function/parameters/required").toString())
        .isEqualTo("[\"chunk_ids\"]");
    JsonNode messages = server.requests().get(1).path("messages");
    assertThat(messages.findValuesAsText("role"))
        .containsExactly("system", "user", "assistant", "tool");
    assertThat(messages.get(2).at("/tool_calls/0/function/arguments").asText()).isEqualTo(READ);
    assertThat(messages.get(3).path("tool_call_id").asText()).isEqualTo("c1");
    assertThat(messages.get(3).path("content").asText()).contains("designed by Mira Voss");
  }

  @Test
  void aTrajectoryCanBeStoredAndReplayed() {
    server.call("c1", "chunk_read", READ).text(Fixtures.CITED);
    Trajectory run = agent().build().ask(Fixtures.QUESTION).trajectory();
    Trajectory stored = Trajectory.parse(run.toJson());
    Trajectory again =
        Agent.builder(Fixtures.corpus(), stored.replay())
            .build()
            .ask(Fixtures.QUESTION)
            .trajectory();
    assertThat(again.toJson()).isEqualTo(run.toJson());
  }

  @Test
  void aClosingCallForbidsToolCalls() {
    server.call("c1", "chunk_read", READ).text(Fixtures.CITED);
    Answer answer =
        agent().budget(Budget.builder().maxTurns(1).build()).build().ask(Fixtures.QUESTION);
    assertThat(answer.stopReason()).isEqualTo(StopReason.TURN_LIMIT);
    assertThat(server.requests().get(0).path("tool_choice").asText("none set"))
        .isEqualTo("none set");
    assertThat(server.requests().get(1).path("tool_choice").asText()).isEqualTo("none");
    assertThat(server.requests().get(1).path("tools")).hasSize(3);
  }

  record Bridge(String designer, int crowns) {}

  @Test
  void aRecordIsRequestedWithItsSchema() {
    server
        .call("c1", "chunk_read", READ)
        .text(Fixtures.CITED)
        .text("{\"designer\":\"Mira Voss\",\"crowns\":15}");
    assertThat(agent().build().ask(Fixtures.QUESTION, Bridge.class).value())
        .isEqualTo(new Bridge("Mira Voss", 15));
    JsonNode format = server.requests().get(2).path("response_format");
    assertThat(format.path("type").asText()).isEqualTo("json_schema");
    assertThat(format.toString()).contains("designer", "crowns");
  }

  @Test
  void aTransientFailureIsRetried() {
    server.error(503, "overloaded").call("c1", "chunk_read", READ).text(Fixtures.CITED);
    Answer answer = agent().build().ask(Fixtures.QUESTION);
    assertThat(answer.isComplete()).isTrue();
    assertThat(answer.trajectory().steps())
        .filteredOn(Step.Retry.class::isInstance)
        .singleElement()
        .satisfies(step -> assertThat(((Step.Retry) step).errorType()).isEqualTo("server_error"));
  }

  @ParameterizedTest
  @CsvSource({
    "401, authentication",
    "404, not_found",
    "429, rate_limit",
    "402, quota",
    "500, server_error"
  })
  void failuresAreClassifiedByTheirStatus(int status, String type) {
    server.error(status, "no: " + CompletionServer.KEY);
    Agent agent = agent().modelRetries(0).build();
    NoAnswerException failure =
        catchThrowableOfType(NoAnswerException.class, () -> agent.ask(Fixtures.QUESTION));
    assertThat(failure.stopReason()).isEqualTo(StopReason.MODEL_FAILED);
    assertThat(((ModelException) failure.getCause()).type()).isEqualTo(type);
    assertThat(failure).hasMessageContaining("HTTP " + status).hasMessageContaining("test-model");
    assertThat(failure.trajectory().toJson()).doesNotContain(CompletionServer.KEY);
  }

  @Test
  void aServerThatIsDownIsUnreachable() {
    String url = server.url();
    server.close();
    Agent agent =
        Agent.builder(Fixtures.corpus(), SpringAi.chatModel(CompletionServer.model(url)))
            .modelRetries(0)
            .build();
    NoAnswerException failure =
        catchThrowableOfType(NoAnswerException.class, () -> agent.ask(Fixtures.QUESTION));
    assertThat(((ModelException) failure.getCause()).type()).isEqualTo("unreachable");
    assertThat(failure).hasMessageContaining("test-model at " + url + " cannot be reached");
  }

  @Test
  void theNameOfAModelContainsNoSecret() {
    String url = "http://me:pw@127.0.0.1:1/" + CompletionServer.KEY + "/v1?key=pw";
    EndpointChatModel model = (EndpointChatModel) SpringAi.chatModel(CompletionServer.model(url));
    assertThat(model.endpoint()).isEqualTo("test-model at http://127.0.0.1:1/***/v1");
  }

  @Test
  void aStreamWithoutAFinishReasonWasCutOff() {
    server.call("c1", "chunk_read", READ).cutOff("Mira Voss, who");
    assertThat(agent().build().ask(Fixtures.QUESTION).stopReason()).isEqualTo(StopReason.TRUNCATED);
  }

  @Test
  void cancellingARunEndsTheWaitForTheModel() throws InterruptedException {
    Run run = agent().build().start(Fixtures.QUESTION);
    assertThat(server.isHanging.await(30, TimeUnit.SECONDS)).isTrue();
    run.cancel();
    assertThatThrownBy(run::answer)
        .isInstanceOfSatisfying(
            NoAnswerException.class,
            e -> assertThat(e.stopReason()).isEqualTo(StopReason.CANCELLED));
  }

  @Test
  void aModelThatCannotStreamIsCalled() {
    ScriptedSpringModel model =
        new ScriptedSpringModel(Fixtures.call("chunk_read", READ), Fixtures.text(Fixtures.CITED));
    Answer answer =
        Agent.builder(Fixtures.corpus(), SpringAi.chatModel(model)).build().ask(Fixtures.QUESTION);
    assertThat(answer.citations().get(0).verdict()).isEqualTo(Verdict.SUPPORTED);
    assertThat(model.prompts().get(1).getInstructions().get(3))
        .isInstanceOfSatisfying(
            ToolResponseMessage.class,
            results -> assertThat(results.getResponses()).singleElement());
  }

  @Test
  void aReplyWithoutEndIsRefused() {
    ScriptedSpringModel model = new ScriptedSpringModel(Fixtures.text("x".repeat(1_048_577)));
    Agent agent = Agent.builder(Fixtures.corpus(), SpringAi.chatModel(model)).build();
    assertThatThrownBy(() -> agent.ask(Fixtures.QUESTION))
        .isInstanceOf(NoAnswerException.class)
        .hasMessageContaining("longer than 1048576 characters");
  }

  /** The options of most models have no parameter that forbids tool calls. */
  @Test
  void aModelWithoutToolChoiceIsAskedInWords() {
    ScriptedSpringModel model =
        new ScriptedSpringModel(Fixtures.call("chunk_read", READ), Fixtures.text(Fixtures.CITED));
    Answer answer =
        Agent.builder(Fixtures.corpus(), SpringAi.chatModel(model))
            .budget(Budget.builder().maxTurns(1).build())
            .build()
            .ask(Fixtures.QUESTION);
    assertThat(answer.text()).startsWith("Mira Voss");
    Step.ModelCall last =
        (Step.ModelCall)
            answer.trajectory().steps().stream()
                .filter(Step.ModelCall.class::isInstance)
                .reduce((one, other) -> other)
                .orElseThrow();
    assertThat(last.reply().form().closing()).isEqualTo("CALLS_DISCOURAGED");
  }

  /** Anthropic's models need their thinking back, which is an object of Spring AI. */
  @Test
  void metadataOfAMessageIsSentBack() {
    Object signed = new Object();
    ChatResponse call =
        new ChatResponse(
            List.of(
                new Generation(
                    AssistantMessage.builder()
                        .properties(
                            java.util.Map.of(
                                "thoughts", signed, "plain", "p", "reasoningContent", "Hm."))
                        .toolCalls(
                            List.of(
                                new AssistantMessage.ToolCall(
                                    "c1", "function", "chunk_read", READ)))
                        .build())));
    ScriptedSpringModel model = new ScriptedSpringModel(call, Fixtures.text(Fixtures.CITED));
    Answer answer =
        Agent.builder(Fixtures.corpus(), SpringAi.chatModel(model)).build().ask(Fixtures.QUESTION);
    assertThat(model.prompts().get(1).getInstructions().get(2).getMetadata())
        .containsEntry("thoughts", signed)
        .containsEntry("plain", "p")
        .containsEntry("reasoningContent", "Hm.");
    assertThat(Trajectory.parse(answer.trajectory().toJson()).answer()).isPresent();
  }
}

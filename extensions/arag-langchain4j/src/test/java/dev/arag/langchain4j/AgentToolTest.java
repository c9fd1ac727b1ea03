package dev.arag.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.agent.Agent;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.error.AragException;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.Result;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests an agent as a tool of AI services, with one scripted model for each of the two. */
@Timeout(60)
class AgentToolTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.builder("k1", "The Old Bridge was designed by Mira Voss. It cost 15 crowns.")
              .title("Bridges of\nTarn")
              .build());

  interface Assistant {
    Result<String> chat(String question);
  }

  private static Agent agent(ChatModel model) {
    return Agent.builder(CORPUS, model).build();
  }

  private static ScriptedChatModel reading() {
    return ScriptedChatModel.script().call("chunk_read", Map.of("chunk_ids", List.of("k1")));
  }

  private static ScriptedChatModel asking(Map<String, Object> arguments) {
    return ScriptedChatModel.script().call("ask_documents", arguments).answer("It was Mira Voss.");
  }

  private static final Map<String, Object> QUESTION =
      Map.of("question", "Who designed the Old Bridge?");

  /** Returns what the model of the assistant received from the tool. */
  private static String toolText(ScriptedChatModel assistantModel, AgentTool tool) {
    Assistant assistant =
        AiServices.builder(Assistant.class).chatModel(assistantModel).toolProvider(tool).build();
    assertThat(assistant.chat("Who built it?").content()).isEqualTo("It was Mira Voss.");
    return lastResult(assistantModel);
  }

  private static String lastResult(ScriptedChatModel assistantModel) {
    List<ChatRequest> requests = assistantModel.requests();
    List<ToolExecutionResultMessage> results =
        requests.get(requests.size() - 1).messages().stream()
            .filter(ToolExecutionResultMessage.class::isInstance)
            .map(ToolExecutionResultMessage.class::cast)
            .toList();
    return results.get(results.size() - 1).text();
  }

  @Test
  void anAnswerHasNumberedSourcesWithVerdicts() {
    ScriptedChatModel model =
        reading()
            .answer(
                "Mira Voss [k1: \"designed by Mira Voss\"] for 20 crowns [k1: \"It cost 20 crowns\"].");
    ScriptedChatModel assistant = asking(QUESTION);
    assertThat(toolText(assistant, AgentTool.of(agent(model))))
        .isEqualTo(
            """
            Mira Voss [1] for 20 crowns [1].

            Sources:
            [1] Bridges of Tarn: "designed by Mira Voss" - SUPPORTED (quoted verbatim from the cited text)
            [1] Bridges of Tarn: "It cost 20 crowns" - FABRICATED (not found in any text shown to the model)""");
    ToolSpecification offered = assistant.requests().get(0).toolSpecifications().get(0);
    assertThat(offered.name()).isEqualTo("ask_documents");
    assertThat(offered.parameters().required()).containsExactly("question");
    assertThat(model.requests().get(0).messages().toString())
        .contains("Who designed the Old Bridge?");
  }

  @Test
  void anIncompleteAnswerSaysSo() {
    ScriptedChatModel model =
        reading()
            .reply(
                request ->
                    ChatResponse.builder()
                        .aiMessage(AiMessage.from("Mira Voss, who"))
                        .finishReason(FinishReason.LENGTH)
                        .build());
    assertThat(toolText(asking(QUESTION), AgentTool.of(agent(model))))
        .startsWith(
            "This answer is incomplete. The answer was cut off at the model's output limit.\n\n"
                + "Mira Voss, who");
  }

  @Test
  void anAnswerInPartSaysSo() {
    ScriptedChatModel model =
        reading().answer("Mira Voss [k1: \"designed by Mira Voss\"]\nPARTIAL: the year");
    assertThat(toolText(asking(QUESTION), AgentTool.of(agent(model))))
        .startsWith("The documents contain only a part of the answer.\n\nMira Voss [1]\nthe year");
  }

  @Test
  void aMissingAnswerIsAText() {
    ScriptedChatModel model =
        ScriptedChatModel.script().fail(new AuthenticationException("bad key at https://internal"));
    assertThat(toolText(asking(QUESTION), AgentTool.of(agent(model))))
        .isEqualTo(
            "There is no answer. The model could not be reached, failed, or returned empty replies.");
  }

  @Test
  void aMissingQuestionIsExplained() {
    AgentTool tool = AgentTool.of(agent(ScriptedChatModel.script()));
    assertThat(toolText(asking(Map.of("q", "Who?")), tool))
        .isEqualTo(
            "The argument \"question\" is missing. Call ask_documents with {\"question\": \"...\"}.");
    for (String arguments : List.of("", "{", "[]", "null", "{\"question\": \" \"}")) {
      ToolExecutionRequest request =
          ToolExecutionRequest.builder().name("ask_documents").arguments(arguments).build();
      assertThat(tool.executor().execute(request, "id")).contains("\"question\" is missing");
    }
  }

  @Test
  void severalAgentsHaveSeveralTools() {
    AgentTool bridges = AgentTool.of(agent(reading().answer("Mira Voss [k1].")));
    AgentTool other = bridges.named("ask_archive", "Answers questions about the archive.");
    ScriptedChatModel model =
        ScriptedChatModel.script().call("ask_archive", QUESTION).answer("It was Mira Voss.");
    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(model)
            .tools(
                Map.of(
                    bridges.specification(), bridges.executor(),
                    other.specification(), other.executor()))
            .build();
    assertThat(assistant.chat("Who built it?").content()).isEqualTo("It was Mira Voss.");
    assertThat(model.requests().get(0).toolSpecifications())
        .extracting(ToolSpecification::name)
        .containsExactlyInAnyOrder("ask_documents", "ask_archive");
    assertThat(lastResult(model)).startsWith("Mira Voss [1].\n\nSources:\n[1] Bridges of Tarn");
  }

  @Test
  void anInterruptCancelsTheRun() throws Exception {
    CountDownLatch isCalled = new CountDownLatch(1);
    CountDownLatch isReleased = new CountDownLatch(1);
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .reply(
                request -> {
                  isCalled.countDown();
                  try {
                    isReleased.await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  return ChatResponse.builder().aiMessage(AiMessage.from("late")).build();
                });
    AgentTool tool = AgentTool.of(agent(model));
    ToolExecutionRequest request =
        ToolExecutionRequest.builder()
            .name("ask_documents")
            .arguments("{\"question\": \"Who?\"}")
            .build();
    FutureTask<String> call =
        new FutureTask<>(
            () -> tool.executor().execute(request, "id") + Thread.currentThread().isInterrupted());
    Thread thread = new Thread(call);
    thread.start();
    assertThat(isCalled.await(30, TimeUnit.SECONDS)).isTrue();
    thread.interrupt();
    assertThat(call.get(30, TimeUnit.SECONDS))
        .isEqualTo("There is no answer. The caller cancelled the run.true");
    isReleased.countDown();
  }

  private static final AgentTool FAILING =
      AgentTool.of(
          agent(ScriptedChatModel.script()).toBuilder()
              .strategy(
                  (question, run) -> {
                    throw new IllegalStateException("/srv/secret.arag");
                  })
              .build());

  @Test
  void theModelDoesNotReceiveTheMessageOfAFailure() {
    assertThat(toolText(asking(QUESTION), FAILING))
        .isEqualTo("The documents could not be searched.");
  }

  @Test
  void anApplicationCanEndTheInvocationOnAFailure() {
    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(asking(QUESTION))
            .toolProvider(FAILING)
            .toolExecutionErrorHandler(
                (error, context) -> {
                  throw (RuntimeException) error;
                })
            .build();
    assertThatThrownBy(() -> assistant.chat("Who built it?"))
        .isExactlyInstanceOf(AragException.class)
        .hasRootCauseMessage("/srv/secret.arag");
  }
}

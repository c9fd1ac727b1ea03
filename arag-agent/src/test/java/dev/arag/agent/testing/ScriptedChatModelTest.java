package dev.arag.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.tools.call.ToolCall;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScriptedChatModelTest {
  private static final ChatRequest REQUEST =
      ChatRequest.builder().messages(UserMessage.from("Who?")).build();

  @Test
  void repliesStepByStep() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("keyword_search", Map.of("keywords", List.of("Old Bridge")))
            .answer("In Tarn.");

    ChatResponse first = model.chat(REQUEST);
    ChatResponse second = model.chat(REQUEST);

    assertThat(first.finishReason()).isEqualTo(FinishReason.TOOL_EXECUTION);
    ToolExecutionRequest call = first.aiMessage().toolExecutionRequests().get(0);
    assertThat(call.name()).isEqualTo("keyword_search");
    assertThat(call.arguments()).isEqualTo("{\"keywords\":[\"Old Bridge\"]}");
    assertThat(second.aiMessage().text()).isEqualTo("In Tarn.");
    assertThat(second.finishReason()).isEqualTo(FinishReason.STOP);
  }

  @Test
  void assignsDifferentIdsToCallsOfDifferentSteps() {
    ScriptedChatModel model = ScriptedChatModel.script().call("a", Map.of()).call("a", Map.of());

    assertThat(onlyCall(model.chat(REQUEST)).id()).isNotEqualTo(onlyCall(model.chat(REQUEST)).id());
  }

  @Test
  void sendsMalformedArgumentsUnchanged() {
    ScriptedChatModel model = ScriptedChatModel.script().call("chunk_read", "{\"chunk_ids\":[");

    assertThat(onlyCall(model.chat(REQUEST)).arguments()).isEqualTo("{\"chunk_ids\":[");
  }

  @Test
  void callsSeveralToolsInOneTurn() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .calls(ToolCall.of("1", "first", "{}"), ToolCall.of("2", "second", "{}"));

    assertThat(model.chat(REQUEST).aiMessage().toolExecutionRequests())
        .extracting(ToolExecutionRequest::name)
        .containsExactly("first", "second");
  }

  @Test
  void repliesWithTheGivenFinishReason() {
    ScriptedChatModel model = ScriptedChatModel.script().answer("In Ta", FinishReason.LENGTH);

    assertThat(model.chat(REQUEST).finishReason()).isEqualTo(FinishReason.LENGTH);
  }

  @Test
  void continuesAfterAFailure() {
    IllegalArgumentException failure = new IllegalArgumentException("no such model");
    ScriptedChatModel model = ScriptedChatModel.script().fail(failure).answer("Here again.");

    assertThatThrownBy(() -> model.chat(REQUEST)).isSameAs(failure);
    assertThat(model.chat(REQUEST).aiMessage().text()).isEqualTo("Here again.");
  }

  @Test
  void computesAReplyFromTheRequest() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .reply(
                request ->
                    ChatResponse.builder()
                        .aiMessage(AiMessage.from(request.messages().size() + " messages"))
                        .build());

    assertThat(model.chat(REQUEST).aiMessage().text()).isEqualTo("1 messages");
  }

  @Test
  void recordsEveryRequest() {
    ScriptedChatModel model = ScriptedChatModel.script().fail(new RuntimeException()).answer("x");
    assertThatThrownBy(() -> model.chat(REQUEST)).isInstanceOf(RuntimeException.class);

    assertThat(model.stepsLeft()).isEqualTo(1);
    assertThat(model.requests())
        .singleElement()
        .satisfies(request -> assertThat(request.messages()).isEqualTo(REQUEST.messages()));
  }

  @Test
  void rejectsARequestAfterTheLastStep() {
    ScriptedChatModel model = ScriptedChatModel.script().answer("Only this.");
    model.chat(REQUEST);

    assertThatThrownBy(() -> model.chat(REQUEST))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("The script has 1 steps, and this is request 2.");
  }

  private static ToolExecutionRequest onlyCall(ChatResponse response) {
    return response.aiMessage().toolExecutionRequests().get(0);
  }
}

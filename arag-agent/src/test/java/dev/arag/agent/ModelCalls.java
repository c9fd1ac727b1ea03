package dev.arag.agent;

import dev.arag.tools.call.ToolCall;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Creates responses of a chat model. */
final class ModelCalls {
  private ModelCalls() {}

  static ChatResponse text(String text) {
    return response(AiMessage.from(text), FinishReason.STOP);
  }

  static ChatResponse calls(List<ToolCall> calls) {
    return calls("", calls, FinishReason.TOOL_EXECUTION);
  }

  static ChatResponse calls(String text, List<ToolCall> calls, FinishReason finish) {
    AiMessage.Builder message = AiMessage.builder();
    if (!text.isEmpty()) {
      message.text(text);
    }
    return response(
        message.toolExecutionRequests(calls.stream().map(ModelCalls::request).toList()).build(),
        finish);
  }

  private static ToolExecutionRequest request(ToolCall call) {
    return ToolExecutionRequest.builder()
        .id(call.id())
        .name(call.name())
        .arguments(call.arguments())
        .build();
  }

  static ChatResponse response(AiMessage message, @Nullable FinishReason finish) {
    return ChatResponse.builder().aiMessage(message).finishReason(finish).build();
  }
}

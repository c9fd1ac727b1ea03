package dev.arag.agent.internal.model;

import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.tools.call.ToolCall;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.util.List;

/** Converts messages to LangChain4j's types. */
public final class LangChain4jMessages {
  private LangChain4jMessages() {}

  public static List<ChatMessage> toLangChain4j(List<Message> messages) {
    return messages.stream().map(LangChain4jMessages::toLangChain4j).toList();
  }

  private static ChatMessage toLangChain4j(Message message) {
    if (message instanceof Message.Assistant assistant) {
      return toLangChain4j(assistant);
    }
    if (message instanceof Message.ToolResult result) {
      return toLangChain4j(result);
    }
    return message instanceof Message.System
        ? SystemMessage.from(message.text())
        : UserMessage.from(message.text());
  }

  public static AiMessage toLangChain4j(Message.Assistant assistant) {
    AiMessage.Builder message = AiMessage.builder().attributes(assistant.attributes());
    // Some servers distinguish an absent field from an empty one, so only received fields are sent.
    if (!assistant.text().isEmpty() || assistant.calls().isEmpty()) {
      message.text(assistant.text());
    }
    if (!assistant.thinking().isEmpty()) {
      message.thinking(assistant.thinking());
    }
    if (!assistant.calls().isEmpty()) {
      message.toolExecutionRequests(
          assistant.calls().stream().map(LangChain4jMessages::toLangChain4j).toList());
    }
    return message.build();
  }

  /**
   * Converts a reply back to LangChain4j's response. Only the properties that the reply contains
   * are set.
   */
  public static ChatResponse toLangChain4j(Reply reply) {
    ChatResponse.Builder response =
        ChatResponse.builder()
            .aiMessage(toLangChain4j(reply.message()))
            .finishReason(toLangChain4j(reply.finish()));
    if (reply.model() != null) {
      response.modelName(reply.model());
    }
    Reply.Tokens tokens = reply.tokens();
    if (tokens != null && !tokens.isEstimated()) {
      response.tokenUsage(new TokenUsage((int) tokens.input(), (int) tokens.output()));
    }
    return response.build();
  }

  private static FinishReason toLangChain4j(Reply.Finish finish) {
    return switch (finish) {
      case STOP -> FinishReason.STOP;
      case TOOL_CALLS -> FinishReason.TOOL_EXECUTION;
      case LENGTH -> FinishReason.LENGTH;
      case CONTENT_FILTER -> FinishReason.CONTENT_FILTER;
      case OTHER -> FinishReason.OTHER;
    };
  }

  private static ToolExecutionRequest toLangChain4j(ToolCall call) {
    return ToolExecutionRequest.builder()
        .id(call.id())
        .name(call.name())
        .arguments(call.arguments())
        .build();
  }

  private static ToolExecutionResultMessage toLangChain4j(Message.ToolResult result) {
    return ToolExecutionResultMessage.builder()
        .id(result.callId())
        .toolName(result.tool())
        .text(result.text())
        .isError(result.isError())
        .build();
  }
}

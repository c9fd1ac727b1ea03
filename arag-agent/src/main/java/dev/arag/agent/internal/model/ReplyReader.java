package dev.arag.agent.internal.model;

import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.core.internal.string.Truncation;
import dev.arag.tools.call.ToolCall;
import dev.arag.tools.internal.argument.ArgumentJsonParser;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts LangChain4j's response to a reply. */
final class ReplyReader {
  private final ToolCallIds ids;

  ReplyReader(List<Message> request) {
    ids = new ToolCallIds(request);
  }

  /**
   * @param form how the request was adapted to the server, and the finish reason as the server
   *     wrote it
   */
  Reply read(@Nullable ChatResponse response, int cachedInput, Reply.Form form) {
    AiMessage message = response == null ? null : response.aiMessage();
    if (response == null || message == null) {
      throw ModelFailures.notACompletion("The model returned no message.", null, true);
    }
    return new Reply(
        assistant(message),
        finish(response.finishReason()),
        tokens(response.tokenUsage(), cachedInput),
        response.modelName(),
        form);
  }

  private Message.Assistant assistant(AiMessage message) {
    List<ToolExecutionRequest> requests = message.toolExecutionRequests();
    return new Message.Assistant(
        orEmpty(message.text()),
        orEmpty(message.thinking()),
        requests == null ? List.of() : requests.stream().map(this::call).toList(),
        withoutNulls(message.attributes()));
  }

  private ToolCall call(ToolExecutionRequest request) {
    // Longer arguments are refused, so a run need not keep all of them.
    String arguments =
        Truncation.prefix(orEmpty(request.arguments()), ArgumentJsonParser.MAX_LENGTH + 1);
    return ToolCall.of(ids.unique(orEmpty(request.id())), orEmpty(request.name()), arguments);
  }

  private static Reply.Finish finish(@Nullable FinishReason reason) {
    if (reason == null) {
      return Reply.Finish.OTHER;
    }
    return switch (reason) {
      case STOP -> Reply.Finish.STOP;
      case TOOL_EXECUTION -> Reply.Finish.TOOL_CALLS;
      case LENGTH -> Reply.Finish.LENGTH;
      case CONTENT_FILTER -> Reply.Finish.CONTENT_FILTER;
      case OTHER -> Reply.Finish.OTHER;
    };
  }

  private static Reply.@Nullable Tokens tokens(@Nullable TokenUsage usage, int cachedInput) {
    if (usage == null || usage.inputTokenCount() == null || usage.outputTokenCount() == null) {
      return null;
    }
    if (usage.inputTokenCount() < 0 || usage.outputTokenCount() < 0) {
      return null;
    }
    int input = usage.inputTokenCount();
    return new Reply.Tokens(input, Math.min(cachedInput, input), usage.outputTokenCount(), false);
  }

  private static Map<String, Object> withoutNulls(@Nullable Map<String, Object> attributes) {
    Map<String, Object> kept = new HashMap<>(attributes == null ? Map.of() : attributes);
    kept.values().removeIf(value -> value == null);
    return kept;
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}

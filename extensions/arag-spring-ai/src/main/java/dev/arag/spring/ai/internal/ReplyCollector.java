package dev.arag.spring.ai.internal;

import dev.arag.agent.model.Reply;
import dev.arag.agent.spi.EndpointChatModel;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.Usage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/** Joins the responses of a stream, or reads a single one, as LangChain4j's response. */
final class ReplyCollector {
  /** The metadata in which models of Spring AI return the text of their reasoning. */
  static final String REASONING = "reasoningContent";

  /** The metadata of all messages. */
  private static final String MESSAGE_TYPE = "messageType";

  /** In the metadata of messages of Spring AI's OpenAI model until the server sends a reason. */
  private static final String NO_FINISH = "_unknown";

  /** So that a server cannot exhaust the heap, in characters. */
  private static final int MAX_LENGTH = 1024 * 1024;

  private final Consumer<String> written;
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder thinking = new StringBuilder();
  private final List<ToolExecutionRequest> calls = new ArrayList<>();
  private final Map<String, Object> metadata = new HashMap<>();
  private String finish = "";
  private @Nullable String model;
  private int input;
  private int output;
  private long cached;

  /**
   * @param written receives the parts of the text
   */
  ReplyCollector(Consumer<String> written) {
    this.written = written;
  }

  void add(ChatResponse response) {
    response.getResults().forEach(this::add);
    ChatResponseMetadata of = response.getMetadata();
    if (!Objects.requireNonNullElse(of.getModel(), "").isBlank()) {
      model = of.getModel();
    }
    Usage usage = of.getUsage();
    if (usage != null) {
      // Some models report the input first, others all numbers at the end.
      input = Math.max(input, Objects.requireNonNullElse(usage.getPromptTokens(), 0));
      output = Math.max(output, Objects.requireNonNullElse(usage.getCompletionTokens(), 0));
      cached = Math.max(cached, Objects.requireNonNullElse(usage.getCacheReadInputTokens(), 0L));
    }
  }

  private void add(Generation part) {
    AssistantMessage message = part.getOutput();
    Map<String, Object> properties = new HashMap<>(message.getMetadata());
    properties.remove(MESSAGE_TYPE);
    if (properties.remove(REASONING) instanceof String reasoning) {
      addReasoning(reasoning);
    }
    String added = Objects.requireNonNullElse(message.getText(), "");
    if (isThought(properties)) {
      thinking.append(added);
    } else if (!added.isEmpty()) {
      text.append(added);
      written.accept(added);
    }
    if (text.length() + thinking.length() > MAX_LENGTH) {
      throw new IllegalStateException(
          "The reply of the model is longer than " + MAX_LENGTH + " characters.");
    }
    properties.values().removeIf(value -> value == null || "".equals(value));
    metadata.putAll(properties);
    for (AssistantMessage.ToolCall call : message.getToolCalls()) {
      calls.add(
          ToolExecutionRequest.builder()
              .id(call.id())
              .name(call.name())
              .arguments(call.arguments())
              .build());
    }
    String given = part.getMetadata().getFinishReason();
    String reason = String.valueOf(given == null ? properties.get("finishReason") : given);
    if (!reason.equals("null") && (finish.isEmpty() || !reason.equalsIgnoreCase(NO_FINISH))) {
      finish = reason.toLowerCase(Locale.ROOT);
    }
  }

  /** Some models repeat the reasoning so far in each response of a stream, others do not. */
  private void addReasoning(String reasoning) {
    if (reasoning.startsWith(thinking.toString())) {
      thinking.setLength(0);
    }
    thinking.append(reasoning);
  }

  /** Whether the text is reasoning: Gemini models say so, Anthropic models sign it. */
  private static boolean isThought(Map<String, Object> properties) {
    return "true".equals(String.valueOf(properties.get("isThought")))
        || properties.containsKey("signature");
  }

  /**
   * @param attributes converts the metadata of the message to attributes
   */
  EndpointChatModel.Response response(UnaryOperator<Map<String, Object>> attributes) {
    AiMessage.Builder message = AiMessage.builder().attributes(attributes.apply(metadata));
    if (!text.isEmpty() || calls.isEmpty()) {
      message.text(text.toString());
    }
    if (!thinking.isEmpty()) {
      message.thinking(thinking.toString());
    }
    if (!calls.isEmpty()) {
      message.toolExecutionRequests(calls);
    }
    dev.langchain4j.model.chat.response.ChatResponse.Builder chat =
        dev.langchain4j.model.chat.response.ChatResponse.builder()
            .aiMessage(message.build())
            .finishReason(finishReason());
    if (model != null) {
      chat.modelName(model);
    }
    if (input > 0 || output > 0) {
      chat.tokenUsage(new TokenUsage(input, output));
    }
    return new EndpointChatModel.Response(
        chat.build(),
        (int) Math.min(Math.max(cached, 0), Integer.MAX_VALUE),
        Reply.Form.of(finish, Set.of()));
  }

  private @Nullable FinishReason finishReason() {
    return switch (finish) {
      case "stop", "end_turn", "stop_sequence", "completed", "finish" -> FinishReason.STOP;
      case "tool_calls", "tool_use", "tool_call", "function_call" -> FinishReason.TOOL_EXECUTION;
      // A stream that ends without a finish reason was cut off.
      case "length", "max_tokens", "model_context_window_exceeded", NO_FINISH ->
          FinishReason.LENGTH;
      case "content_filter", "content_filtered", "safety", "refusal" -> FinishReason.CONTENT_FILTER;
      case "" -> null;
      default -> FinishReason.OTHER;
    };
  }
}

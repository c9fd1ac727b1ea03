package dev.arag.spring.ai.internal;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.StructuredOutputChatOptions;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/** Converts requests of LangChain4j to prompts of Spring AI. Thread-safe. */
final class PromptMapper {
  private final Supplier<ChatOptions> options;
  private final SentMetadata metadata = new SentMetadata();

  /**
   * @param options the options of the model
   */
  PromptMapper(Supplier<ChatOptions> options) {
    this.options = options;
  }

  /**
   * @throws UnsupportedFeatureException if the options of the model have no parameter for a part of
   *     the request. The agent then sends the request in another form
   */
  Prompt prompt(ChatRequest request) {
    return new Prompt(messages(request.messages()), options(request));
  }

  /** Returns the metadata of a message to be sent back with it, as attributes of LangChain4j. */
  Map<String, Object> attributes(Map<String, Object> received) {
    return metadata.attributes(received);
  }

  private ChatOptions options(ChatRequest request) {
    ChatOptions.Builder<?> builder = options.get().mutate();
    List<ToolSpecification> tools =
        Objects.requireNonNullElse(request.toolSpecifications(), List.of());
    if (!(builder instanceof ToolCallingChatOptions.Builder<?>) && !tools.isEmpty()) {
      builder = ToolCallingChatOptions.builder().combineWith(builder);
    }
    if (builder instanceof ToolCallingChatOptions.Builder<?> calling) {
      calling.toolCallbacks(tools.stream().<ToolCallback>map(Offered::of).toList());
    }
    setNumbers(builder, request);
    ToolChoice choice = request.toolChoice();
    boolean isDefault = choice == null || choice == ToolChoice.AUTO || tools.isEmpty();
    if (!isDefault && !OpenAiParameters.setToolChoice(builder, choice)) {
      throw new UnsupportedFeatureException("The model has no option for tool_choice.");
    }
    setFormat(builder, request.responseFormat());
    return builder.build();
  }

  private static void setNumbers(ChatOptions.Builder<?> builder, ChatRequest request) {
    Optional.ofNullable(request.modelName()).ifPresent(builder::model);
    Optional.ofNullable(request.temperature()).ifPresent(builder::temperature);
    Optional.ofNullable(request.topP()).ifPresent(builder::topP);
    Optional.ofNullable(request.topK()).ifPresent(builder::topK);
    Optional.ofNullable(request.frequencyPenalty()).ifPresent(builder::frequencyPenalty);
    Optional.ofNullable(request.presencePenalty()).ifPresent(builder::presencePenalty);
    Optional.ofNullable(request.maxOutputTokens()).ifPresent(builder::maxTokens);
    Optional.ofNullable(request.stopSequences())
        .filter(words -> !words.isEmpty())
        .ifPresent(builder::stopSequences);
  }

  private static void setFormat(ChatOptions.Builder<?> builder, @Nullable ResponseFormat format) {
    if (format == null || format.type() == ResponseFormatType.TEXT) {
      return;
    }
    JsonSchema schema = format.jsonSchema();
    if (schema != null
        && schema.rootElement() instanceof JsonObjectSchema root
        && builder instanceof StructuredOutputChatOptions.Builder<?> structured) {
      structured.outputSchema(ToolDefinitions.schema(root));
    } else {
      throw new UnsupportedFeatureException("The model has no option for this response format.");
    }
  }

  /** The results of one turn are one message in Spring AI. */
  private List<Message> messages(List<ChatMessage> messages) {
    List<Message> converted = new ArrayList<>();
    List<ToolResponseMessage.ToolResponse> results = new ArrayList<>();
    for (ChatMessage message : messages) {
      if (message instanceof ToolExecutionResultMessage result) {
        results.add(
            new ToolResponseMessage.ToolResponse(result.id(), result.toolName(), result.text()));
      } else {
        addResults(results, converted);
        converted.add(message(message));
      }
    }
    addResults(results, converted);
    return converted;
  }

  private static void addResults(
      List<ToolResponseMessage.ToolResponse> results, List<Message> converted) {
    if (!results.isEmpty()) {
      converted.add(ToolResponseMessage.builder().responses(List.copyOf(results)).build());
      results.clear();
    }
  }

  private Message message(ChatMessage message) {
    if (message instanceof dev.langchain4j.data.message.SystemMessage system) {
      return new SystemMessage(system.text());
    }
    if (message instanceof dev.langchain4j.data.message.UserMessage user && user.hasSingleText()) {
      return new UserMessage(user.singleText());
    }
    if (message instanceof AiMessage ai) {
      return assistant(ai);
    }
    throw new UnsupportedFeatureException("Only text can be sent, not " + message.type() + ".");
  }

  private AssistantMessage assistant(AiMessage message) {
    Map<String, Object> properties = new HashMap<>(metadata.received(message.attributes()));
    if (message.thinking() != null) {
      properties.put(ReplyCollector.REASONING, message.thinking());
    }
    return AssistantMessage.builder()
        .content(message.text())
        .properties(properties)
        .toolCalls(
            message.toolExecutionRequests().stream()
                .map(
                    call ->
                        new AssistantMessage.ToolCall(
                            call.id(), "function", call.name(), call.arguments()))
                .toList())
        .build();
  }

  /** A tool that the agent executes. Spring AI needs only its definition. */
  private record Offered(ToolDefinition definition) implements ToolCallback {
    static Offered of(ToolSpecification specification) {
      return new Offered(ToolDefinitions.of(specification));
    }

    @Override
    public ToolDefinition getToolDefinition() {
      return definition;
    }

    @Override
    public String call(String input) {
      throw new UnsupportedOperationException(
          "The agent executes the tool " + definition.name() + ", not the model.");
    }
  }
}

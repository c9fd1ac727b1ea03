package dev.arag.spring.ai.internal;

import dev.arag.agent.spi.EndpointChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Calls a Spring AI model. Blocks until the response is complete. */
public final class SpringAiChatModel implements ChatModel, EndpointChatModel {
  private final org.springframework.ai.chat.model.ChatModel model;
  private final ChatOptions connection;
  private final PromptMapper prompts;

  /**
   * @param properties the properties of the application, which may name the server and the key
   */
  public SpringAiChatModel(
      org.springframework.ai.chat.model.ChatModel model,
      Function<String, @Nullable String> properties) {
    this.model = model;
    connection = OpenAiParameters.connected(model.getOptions(), properties);
    prompts = new PromptMapper(model::getOptions);
  }

  @Override
  public Response chat(ChatRequest request, Consumer<String> written) {
    Prompt prompt = prompts.prompt(request);
    ReplyCollector reply = new ReplyCollector(written);
    try {
      // An interrupt ends the wait and cancels the subscription.
      stream(prompt).doOnNext(reply::add).blockLast();
    } catch (RuntimeException e) {
      throw Failures.convert(e);
    }
    return reply.response(prompts::attributes);
  }

  private Flux<org.springframework.ai.chat.model.ChatResponse> stream(Prompt prompt) {
    try {
      return model.stream(prompt);
    } catch (UnsupportedOperationException e) {
      return Mono.fromCallable(() -> model.call(prompt)).flux();
    }
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    return chat(request, text -> {}).chat();
  }

  @Override
  public ChatRequestParameters defaultRequestParameters() {
    return ChatRequestParameters.builder().modelName(model.getOptions().getModel()).build();
  }

  @Override
  public OptionalInt contextTokens() {
    return OptionalInt.empty();
  }

  @Override
  public String redact(String text) {
    return OpenAiParameters.withoutKey(text, connection);
  }

  /** Contains the identity of the model if the address of its server is unknown. */
  @Override
  public String endpoint() {
    String name = Objects.requireNonNullElse(connection.getModel(), "The model");
    String address = OpenAiParameters.address(connection);
    if (address != null) {
      return redact(name + " at " + address);
    }
    return name
        + " ("
        + model.getClass().getSimpleName()
        + "@"
        + Integer.toHexString(System.identityHashCode(model))
        + ")";
  }
}

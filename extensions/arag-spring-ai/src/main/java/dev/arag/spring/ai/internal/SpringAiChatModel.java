package dev.arag.spring.ai.internal;

import dev.arag.agent.spi.EndpointChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Calls a Spring AI model. Blocks until the response is complete. */
public final class SpringAiChatModel implements ChatModel, EndpointChatModel {
  private final org.springframework.ai.chat.model.ChatModel model;
  private final PromptMapper prompts;

  public SpringAiChatModel(org.springframework.ai.chat.model.ChatModel model) {
    this.model = model;
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
    return OpenAiParameters.withoutKey(text, model.getOptions());
  }

  /** Contains the identity of the model if the address of its server is unknown. */
  @Override
  public String endpoint() {
    String name = Objects.requireNonNullElse(model.getOptions().getModel(), "The model");
    String address = OpenAiParameters.address(model.getOptions());
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

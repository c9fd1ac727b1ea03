package dev.arag.agent;

import dev.arag.agent.spi.EndpointChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A model of a server.
 *
 * @param responses called for each request; may return null or throw an exception
 */
public record ServerModel(String endpoint, Supplier<Response> responses)
    implements ChatModel, EndpointChatModel {
  /** The key of each model, which it redacts as {@code [key]}. */
  public static final String KEY = "sk-0123456789abcdef0123456789abcdef";

  /** Creates a model that is never called. */
  public ServerModel(String endpoint) {
    this(
        endpoint,
        () -> {
          throw new UnsupportedOperationException();
        });
  }

  @Override
  public Response chat(ChatRequest request, Consumer<String> written) {
    return responses.get();
  }

  @Override
  public OptionalInt contextTokens() {
    return OptionalInt.empty();
  }

  @Override
  public String redact(String text) {
    return text.replace(KEY, "[key]");
  }
}

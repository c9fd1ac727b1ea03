package dev.arag.agent.spi;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * A {@code ChatModel} or {@code StreamingChatModel} that also provides what LangChain4j's API does
 * not: a blocking call with or without streaming, and details about its server. An agent that is
 * built with such a model uses only the methods of this interface to send requests. A run
 * interrupts the call when the time for the call has ended, so the model needs no default timeout.
 * LangChain4j's own streaming API is not sufficient, because it provides the object that cancels a
 * stream only with the first text.
 *
 * <p>Implementations must be thread-safe. They need not retry; a run repeats requests that fail
 * with a retriable {@link ModelException}.
 */
public interface EndpointChatModel {
  /**
   * A response with the details that LangChain4j's type cannot contain.
   *
   * @param cachedInputTokens the number of input tokens that the server reported as read from its
   *     cache, at least 0. A run limits it to the number of all input tokens
   * @param form how the request was adapted to the server, and the finish reason as the server
   *     wrote it
   */
  record Response(ChatResponse chat, int cachedInputTokens, Reply.Form form) {
    public Response {
      requireNonNull(chat, "chat");
      requireNonNull(form, "form");
      if (cachedInputTokens < 0) {
        throw new IllegalArgumentException(
            "cachedInputTokens must be >= 0, was " + cachedInputTokens);
      }
    }
  }

  /**
   * Sends a request of a run and waits for the whole response. An interrupt must end the request.
   *
   * @param written receives the non-empty parts of the text as they arrive, on any thread; a model
   *     without streaming never calls it
   */
  Response chat(ChatRequest request, Consumer<String> written);

  /**
   * Returns the size of the model's context window in tokens, at least {@link
   * dev.arag.agent.budget.Budget#MIN_CONTEXT_TOKENS}; empty if unknown.
   */
  OptionalInt contextTokens();

  /**
   * Removes the API key of this model from a text. The agent also calls it for the messages of this
   * model's exceptions. It must not throw an exception.
   *
   * @return the text, which is equal to the given one if it contains no key
   */
  String redact(String text);

  /**
   * Returns a name that is unique to this model at this server, such as the model's name and the
   * server's address. The name must not contain an API key. Models with the same name share the
   * known capabilities of the server and the limit on calls that did not end after an interrupt.
   */
  String endpoint();
}

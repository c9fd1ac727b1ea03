package dev.arag.agent.internal.model;

import dev.arag.agent.model.Reply;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.OptionalInt;

/** A chat model that provides details about its server that LangChain4j's API does not provide. */
public interface ServerAwareChatModel {
  /**
   * Returns the number of input tokens that the server read from its cache; 0 if the server did not
   * report the number.
   */
  int cachedInputTokens(ChatResponse response);

  /**
   * Returns how the request was adapted to the server, and the finish reason as the server wrote
   * it.
   */
  default Reply.Form form(ChatResponse response) {
    return Reply.Form.UNKNOWN;
  }

  /** Returns the size of the model's context window, in tokens; empty if unknown. */
  default OptionalInt contextTokens() {
    return OptionalInt.empty();
  }

  /** Removes the API key of this model from a text. */
  default String redact(String text) {
    return text;
  }

  /**
   * Returns a name that is unique to this model at this server, such as the model's name and the
   * server's address. The name must not contain an API key. Models with the same name share the
   * known capabilities of the server and the limit on stuck calls. If the name is empty, nothing is
   * shared.
   */
  default String endpoint() {
    return "";
  }
}

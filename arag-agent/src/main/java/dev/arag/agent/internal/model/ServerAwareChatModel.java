package dev.arag.agent.internal.model;

import dev.arag.agent.model.Reply;
import dev.langchain4j.model.chat.response.ChatResponse;

/** A chat model with details of its server that LangChain4j's API lacks. */
public interface ServerAwareChatModel {
  /** The cached part of the input, in tokens; 0 if the server did not report it. */
  int cachedInputTokens(ChatResponse response);

  /** How the request was adapted to the server, and the finish reason in its own words. */
  default Reply.Form form(ChatResponse response) {
    return Reply.Form.UNKNOWN;
  }

  /**
   * A unique name of this model at this server, such as its name and address, without an API key.
   * Models with the same name share the known capabilities of the server and the limit of stuck
   * calls. Empty if there is no such name; nothing is shared then.
   */
  default String endpoint() {
    return "";
  }
}

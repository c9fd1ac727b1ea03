package dev.arag.agent.internal.model;

import dev.arag.agent.model.Reply;
import dev.langchain4j.model.chat.response.ChatResponse;

/** A chat model that knows of its server what LangChain4j has no place for. */
public interface ServerAwareChatModel {
  /** The cached part of the input, in tokens; 0 where the server did not say. */
  int cachedInputTokens(ChatResponse response);

  /** How the server wanted to be asked, and in which words it told the end. */
  default Reply.Form form(ChatResponse response) {
    return Reply.Form.UNKNOWN;
  }

  /**
   * What tells this model of this server from all others, such as its name and address, without a
   * key. Models of one name share what was learnt of the server, and the limit of calls that hang.
   * Empty if there is no such name: then nothing is shared with other models.
   */
  default String endpoint() {
    return "";
  }
}

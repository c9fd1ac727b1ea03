package dev.arag.agent.model;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.response.ChatResponse;

/**
 * A chat model that knows how much of a request its server had cached. LangChain4j keeps that
 * number where only the code for one provider finds it.
 */
public interface CacheAwareChatModel extends ChatModel {
  /** The cached part of the input, in tokens; 0 where the server did not say. */
  int cachedInputTokens(ChatResponse response);
}

package dev.arag.agent.internal.model;

import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.function.Consumer;

/**
 * A streaming model that can also be waited for, so that a stream can be ended before its first
 * word: LangChain4j's way to end one comes with that word.
 */
public interface BlockingStreamingChatModel extends StreamingChatModel, ServerAwareChatModel {
  /**
   * Waits for the whole response. An interrupt ends the exchange.
   *
   * @param written takes text while it is written, none of it empty, on any thread
   */
  ChatResponse chat(ChatRequest request, Consumer<String> written);
}

package dev.arag.agent.internal.model;

import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.function.Consumer;

/**
 * A streaming model with a blocking call, so that a stream can be cancelled before its first text:
 * LangChain4j's handle to cancel a stream comes with that text.
 */
public interface BlockingStreamingChatModel extends StreamingChatModel, ServerAwareChatModel {
  /**
   * Waits for the whole response. An interrupt ends the exchange.
   *
   * @param written receives non-empty text while it is written, on any thread
   */
  ChatResponse chat(ChatRequest request, Consumer<String> written);
}

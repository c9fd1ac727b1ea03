package dev.arag.agent.internal.model;

import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.function.Consumer;

/**
 * A streaming model with a blocking call. A blocking call can be interrupted at any time.
 * LangChain4j passes its handle for cancellation only with the first text, so a stream without text
 * could not be cancelled.
 */
public interface BlockingStreamingChatModel extends StreamingChatModel, ServerAwareChatModel {
  /**
   * Sends a request and waits for the whole response. An interrupt ends the HTTP exchange.
   *
   * @param written receives the non-empty parts of the text as they arrive, on any thread
   */
  ChatResponse chat(ChatRequest request, Consumer<String> written);
}

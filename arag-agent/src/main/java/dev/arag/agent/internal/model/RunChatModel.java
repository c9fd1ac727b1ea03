package dev.arag.agent.internal.model;

import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.function.Consumer;

/**
 * A model with a blocking call for runs, with or without streaming. A run interrupts the call when
 * the time for the call has ended, so the model needs no default timeout. LangChain4j passes its
 * handle for cancellation only with the first text, so a stream without text could not be
 * cancelled.
 */
public interface RunChatModel extends ServerAwareChatModel {
  /**
   * Sends a request of a run and waits for the whole response. An interrupt ends the HTTP exchange.
   *
   * @param written receives the non-empty parts of the text as they arrive, on any thread; a model
   *     without streaming never calls it
   */
  ChatResponse chat(ChatRequest request, Consumer<String> written);
}

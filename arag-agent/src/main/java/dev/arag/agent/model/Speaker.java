package dev.arag.agent.model;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.function.Consumer;

/** A model of LangChain4j, streaming or not, that can be waited for. */
interface Speaker {
  /**
   * Waits for the response; an interrupt ends the waiting.
   *
   * @param written takes text while it is written, none of it empty; never called by a model that
   *     does not stream
   */
  ChatResponse chat(ChatRequest request, Consumer<String> written);

  /** The cached part of the input, in tokens; 0 where it is not known. */
  int cachedInput(ChatResponse response);

  static Speaker of(ChatModel model) {
    return new Speaker() {
      @Override
      public ChatResponse chat(ChatRequest request, Consumer<String> written) {
        return model.chat(request);
      }

      @Override
      public int cachedInput(ChatResponse response) {
        return model instanceof CacheAwareChatModel aware ? aware.cachedInputTokens(response) : 0;
      }
    };
  }

  static Speaker of(StreamingChatModel model) {
    return new Speaker() {
      @Override
      public ChatResponse chat(ChatRequest request, Consumer<String> written) {
        return model instanceof WaitingChatModel waiting
            ? waiting.chat(request, written)
            : Listening.to(model, request, written);
      }

      @Override
      public int cachedInput(ChatResponse response) {
        return model instanceof WaitingChatModel waiting ? waiting.cachedInputTokens(response) : 0;
      }
    };
  }
}

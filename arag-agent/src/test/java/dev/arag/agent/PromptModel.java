package dev.arag.agent;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A model whose reply depends only on the last user message of a request, so that it can be called
 * by several threads. Counts the calls that are made at the same time.
 */
final class PromptModel implements ChatModel {
  private final Replies replies;
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger mostRunning = new AtomicInteger();
  private final List<ChatRequest> requests = new CopyOnWriteArrayList<>();

  /** Returns the text of a reply. */
  interface Replies {
    String to(String prompt) throws InterruptedException;
  }

  PromptModel(Replies replies) {
    this.replies = replies;
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
    requests.add(request);
    try {
      return ChatResponse.builder()
          .aiMessage(AiMessage.from(replies.to(prompt(request))))
          .tokenUsage(new TokenUsage(100, 10))
          .build();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } finally {
      running.decrementAndGet();
    }
  }

  static String prompt(ChatRequest request) {
    List<ChatMessage> messages = request.messages();
    return ((UserMessage) messages.get(messages.size() - 1)).singleText();
  }

  int running() {
    return running.get();
  }

  /** Returns the largest number of calls at the same time since the last call of this method. */
  int takeMostRunning() {
    return mostRunning.getAndSet(0);
  }

  List<ChatRequest> requests() {
    return requests;
  }
}

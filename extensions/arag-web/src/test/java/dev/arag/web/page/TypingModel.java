package dev.arag.web.page;

import dev.arag.agent.testing.ScriptedChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.concurrent.atomic.AtomicInteger;

/** A model that replies from a script, and writes its text word by word. */
final class TypingModel implements StreamingChatModel {
  private final ScriptedChatModel script;
  private final long pauseMillis;
  private final String name;
  private final AtomicInteger writing = new AtomicInteger();
  private final AtomicInteger interrupted = new AtomicInteger();

  TypingModel(ScriptedChatModel script, long pauseMillis) {
    this(script, pauseMillis, "");
  }

  TypingModel(ScriptedChatModel script, long pauseMillis, String name) {
    this.script = script;
    this.pauseMillis = pauseMillis;
    this.name = name;
  }

  @Override
  public ChatRequestParameters defaultRequestParameters() {
    return ChatRequestParameters.builder().modelName(name).build();
  }

  /** Whether the model has begun to write text. */
  boolean isWriting() {
    return writing.get() > 0;
  }

  /** The number of replies that were interrupted because their run was cancelled. */
  int interrupted() {
    return interrupted.get();
  }

  @Override
  public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
    ChatResponse reply = script.doChat(request);
    String text = reply.aiMessage().text();
    try {
      for (String word : text == null ? new String[0] : text.split("(?<= )", -1)) {
        writing.incrementAndGet();
        Thread.sleep(pauseMillis);
        handler.onPartialResponse(word);
      }
      handler.onCompleteResponse(reply);
    } catch (InterruptedException e) {
      interrupted.incrementAndGet();
      Thread.currentThread().interrupt();
      handler.onError(e);
    }
  }
}

package dev.arag.openai.internal;

import dev.arag.agent.spi.EndpointChatModel;
import dev.arag.core.internal.thread.CallThreads;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The streaming chat model of one endpoint. */
public final class OpenAiStreamingChat implements StreamingChatModel, EndpointChatModel {
  private final OpenAiChat blocking;

  public OpenAiStreamingChat(OpenAiChat blocking) {
    this.blocking = blocking;
  }

  @Override
  public Response chat(ChatRequest request, Consumer<String> written) {
    return blocking.chatOfRun(request, written);
  }

  @Override
  public OptionalInt contextTokens() {
    return blocking.contextTokens();
  }

  @Override
  public String redact(String text) {
    return blocking.redact(text);
  }

  @Override
  public String endpoint() {
    return blocking.endpoint();
  }

  @Override
  public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
    Stream stream = new Stream(handler);
    stream.thread = CallThreads.start("arag-model-stream", () -> stream.run(request));
  }

  /** Streams one reply to a handler on a separate thread. */
  private final class Stream implements StreamingHandle {
    private final StreamingChatResponseHandler handler;
    private volatile @Nullable Thread thread;
    private volatile boolean isCancelled;

    Stream(StreamingChatResponseHandler handler) {
      this.handler = handler;
    }

    void run(ChatRequest request) {
      ChatResponse response;
      try {
        response = blocking.doChat(request, this::emit);
      } catch (RuntimeException e) {
        if (!isCancelled) {
          handler.onError(e);
        }
        return;
      }
      if (!isCancelled) {
        handler.onCompleteResponse(response);
      }
    }

    private void emit(String text) {
      if (!isCancelled) {
        handler.onPartialResponse(new PartialResponse(text), new PartialResponseContext(this));
      }
    }

    @Override
    public void cancel() {
      isCancelled = true;
      Thread running = thread;
      if (running != null) {
        running.interrupt();
      }
    }

    @Override
    public boolean isCancelled() {
      return isCancelled;
    }
  }

  @Override
  public ChatRequestParameters defaultRequestParameters() {
    return blocking.defaultRequestParameters();
  }

  @Override
  public ModelProvider provider() {
    return blocking.provider();
  }
}

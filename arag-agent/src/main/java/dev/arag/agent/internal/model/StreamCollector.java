package dev.arag.agent.internal.model;

import dev.arag.core.internal.failure.Causes;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import dev.langchain4j.model.output.FinishReason;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Collects the response of a streaming model. */
final class StreamCollector implements StreamingChatResponseHandler {
  private final CompletableFuture<ChatResponse> response = new CompletableFuture<>();
  private final Consumer<String> written;
  private volatile @Nullable StreamingHandle handle;
  private volatile boolean isOver;
  private int length;

  private StreamCollector(Consumer<String> written) {
    this.written = written;
  }

  static ChatResponse chat(
      StreamingChatModel model, ChatRequest request, Consumer<String> written) {
    StreamCollector collector = new StreamCollector(written);
    model.chat(request, collector);
    return collector.response();
  }

  private ChatResponse response() {
    try {
      return complete(response.get());
    } catch (InterruptedException e) {
      isOver = true;
      cancel(handle);
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The stream was interrupted.", e);
    } catch (ExecutionException e) {
      throw Causes.unchecked(e);
    }
  }

  /**
   * Sets the finish reason LENGTH if there is none. A broken connection looks like the end of the
   * stream, so text without a finish reason is treated as cut off.
   */
  private static ChatResponse complete(ChatResponse received) {
    if (received.finishReason() != null) {
      return received;
    }
    return ChatResponse.builder()
        .aiMessage(received.aiMessage())
        .metadata(received.metadata().toBuilder().finishReason(FinishReason.LENGTH).build())
        .build();
  }

  @Override
  public void onPartialResponse(PartialResponse part, PartialResponseContext context) {
    handle = context.streamingHandle();
    onPartialResponse(part.text());
    if (isOver) {
      cancel(handle);
    }
  }

  @Override
  public void onPartialResponse(String text) {
    if (isOver || text.isEmpty()) {
      return;
    }
    length += text.length();
    if (length > ModelClient.MAX_REPLY_LENGTH) {
      isOver = true;
      onError(
          ModelFailures.notACompletion(
              "The reply of the model is longer than "
                  + ModelClient.MAX_REPLY_LENGTH
                  + " characters.",
              null,
              false));
    } else {
      written.accept(text);
    }
  }

  private static void cancel(@Nullable StreamingHandle handle) {
    try {
      if (handle != null) {
        handle.cancel();
      }
    } catch (RuntimeException e) {
      // Some clients cannot cancel a stream. Later text of the stream is ignored.
    }
  }

  @Override
  public void onCompleteResponse(ChatResponse complete) {
    response.complete(complete);
  }

  @Override
  public void onError(Throwable failure) {
    response.completeExceptionally(failure);
  }
}

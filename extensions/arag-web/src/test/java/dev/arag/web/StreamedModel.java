package dev.arag.web;

import dev.arag.agent.model.ModelException;
import dev.arag.tools.call.ToolCall;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.output.FinishReason;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A scripted model that writes each reply in parts of random lengths. */
final class StreamedModel implements StreamingChatModel {
  /** A model that was asked to hang has written its text. */
  final CountDownLatch hangs = new CountDownLatch(1);

  private final Random random;
  private final long millis;
  private final Deque<Consumer<StreamingChatResponseHandler>> replies = new ArrayDeque<>();

  StreamedModel(long seed) {
    this(seed, 0);
  }

  /**
   * @param millis the pause after each part
   */
  StreamedModel(long seed, long millis) {
    random = new Random(seed);
    this.millis = millis;
  }

  StreamedModel calls(String text, ToolCall... calls) {
    List<ToolExecutionRequest> requests =
        Stream.of(calls)
            .map(
                call ->
                    ToolExecutionRequest.builder()
                        .id(call.id())
                        .name(call.name())
                        .arguments(call.arguments())
                        .build())
            .toList();
    return add(text, handler -> complete(handler, AiMessage.from(text, requests)));
  }

  StreamedModel answers(String text) {
    return add(text, handler -> complete(handler, AiMessage.from(text)));
  }

  /** Adds a reply that breaks off with a failure after which the agent asks again. */
  StreamedModel breaksOff(String text) {
    return fails(
        text,
        new ModelException(
            "busy at http://secret.example",
            null,
            ModelException.Kind.OTHER,
            "busy",
            true,
            Duration.ofMillis(1)));
  }

  StreamedModel fails(String text, RuntimeException failure) {
    return add(text, handler -> handler.onError(failure));
  }

  /** Adds a reply that never ends. */
  StreamedModel hangs(String text) {
    return add(text, handler -> hangs.countDown());
  }

  /** Adds a reply that repeats a part, and then never ends. */
  StreamedModel hangs(String part, int times) {
    return add(
        "",
        handler -> {
          for (int i = 0; i < times; i++) {
            handler.onPartialResponse(part);
          }
        });
  }

  private StreamedModel add(String text, Consumer<StreamingChatResponseHandler> end) {
    replies.add(
        handler -> {
          write(text, handler);
          end.accept(handler);
        });
    return this;
  }

  private void write(String text, StreamingChatResponseHandler handler) {
    for (int i = 0; i < text.length(); ) {
      int end = Math.min(text.length(), i + 1 + random.nextInt(9));
      handler.onPartialResponse(text.substring(i, end));
      i = end;
      pause();
    }
  }

  private void pause() {
    if (millis > 0) {
      try {
        Thread.sleep(millis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void complete(StreamingChatResponseHandler handler, AiMessage message) {
    handler.onCompleteResponse(
        ChatResponse.builder()
            .aiMessage(message)
            .finishReason(
                message.hasToolExecutionRequests()
                    ? FinishReason.TOOL_EXECUTION
                    : FinishReason.STOP)
            .build());
  }

  @Override
  public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
    Consumer<StreamingChatResponseHandler> reply;
    synchronized (this) {
      reply = replies.remove();
    }
    reply.accept(handler);
  }
}

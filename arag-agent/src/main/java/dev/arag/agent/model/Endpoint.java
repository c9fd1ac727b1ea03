package dev.arag.agent.model;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** LangChain4j's side of a connection: one request, one response, in time. */
final class Endpoint {
  private final ChatModel model;
  private final Calls calls = new Calls();

  Endpoint(ChatModel model) {
    this.model = model;
  }

  /**
   * @throws ModelException if there is no response in time, or the caller is interrupted
   */
  ChatResponse send(ChatRequest request, Duration atMost) {
    try {
      return calls.within(atMost, () -> model.chat(request));
    } catch (TimeoutException e) {
      throw ModelException.outOfTime(atMost, null);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ModelException.interrupted(e);
    } catch (ExecutionException e) {
      throw failure(e);
    }
  }

  private static ModelException failure(ExecutionException failure) {
    if (failure.getCause() instanceof Error error) {
      throw error;
    }
    return failure.getCause() instanceof RuntimeException known
        ? ModelException.of("The model", known)
        : ModelException.of("The model", new IllegalStateException(failure.getCause()));
  }

  int cachedInput(ChatResponse response) {
    return model instanceof CacheAwareChatModel aware ? aware.cachedInputTokens(response) : 0;
  }
}

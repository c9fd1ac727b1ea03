package dev.arag.agent.model;

import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** LangChain4j's side of a connection: one request, one response, in time. */
final class Endpoint {
  private final Speaker speaker;
  private final Calls calls = new Calls();

  Endpoint(Speaker speaker) {
    this.speaker = speaker;
  }

  /**
   * @throws ModelException if there is no response in time, or the caller is interrupted
   */
  ChatResponse send(ChatRequest request, Duration atMost, Consumer<String> onText) {
    try {
      return calls.within(atMost, written -> speaker.chat(request, written), onText);
    } catch (TimeoutException e) {
      throw ModelException.outOfTime(atMost);
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
    return speaker.cachedInput(response);
  }
}

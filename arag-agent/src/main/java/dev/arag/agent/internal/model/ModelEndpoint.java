package dev.arag.agent.internal.model;

import dev.arag.agent.internal.failure.ModelFailures;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.core.internal.failure.Causes;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

/** LangChain4j's side of a connection: one request, one response, in time. */
final class ModelEndpoint {
  private final ModelAdapter speaker;
  private final EndpointCapabilities memory;

  ModelEndpoint(ModelAdapter speaker) {
    this.speaker = speaker;
    memory = EndpointCapabilities.of(speaker.model());
  }

  /** What the process knows of it. */
  EndpointCapabilities memory() {
    return memory;
  }

  ModelName name() {
    return speaker.name();
  }

  /**
   * @throws ModelException if there is no response in time, or the caller is interrupted
   */
  ChatResponse send(ChatRequest request, Duration atMost, CallOptions terms) {
    try {
      return memory
          .calls()
          .within(
              atMost,
              written -> speaker.chat().apply(request, written),
              terms.onText(),
              terms.carrier());
    } catch (TimeoutException e) {
      throw ModelFailures.timeout(atMost);
    } catch (RejectedExecutionException e) {
      throw stuck(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ModelFailures.interrupted(e);
    } catch (ExecutionException e) {
      throw ModelFailures.classify("The model", Causes.unchecked(e));
    }
  }

  private static ModelException stuck(RejectedExecutionException cause) {
    return ModelFailures.retriable(
        "The model was not called: "
            + cause.getMessage()
            + " Use a client that ends when it is interrupted, or that has its own timeout.",
        "stuck_calls");
  }

  int cachedInput(ChatResponse response) {
    return speaker.cachedInput(response);
  }

  Reply.Form form(ChatResponse response) {
    return speaker.form(response);
  }
}

package dev.arag.agent.internal.model;

import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.core.internal.failure.Causes;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

/** Sends one request to a LangChain4j model and waits for the response within a time limit. */
final class ModelEndpoint {
  private final ModelAdapter adapter;
  private final EndpointCapabilities capabilities;

  ModelEndpoint(ModelAdapter adapter) {
    this.adapter = adapter;
    capabilities = EndpointCapabilities.of(adapter.model());
  }

  /** Returns the known capabilities of the endpoint. */
  EndpointCapabilities capabilities() {
    return capabilities;
  }

  ModelName name() {
    return adapter.name();
  }

  /**
   * Sends a request and waits for the response.
   *
   * @throws ModelException if the call fails, exceeds its time limit, or is interrupted
   */
  ChatResponse send(ChatRequest request, Duration atMost, CallOptions options) {
    try {
      return capabilities
          .calls()
          .within(
              atMost,
              written -> adapter.chat().apply(request, written),
              options.onText(),
              options.taskWrapper());
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
            + " Use a client that stops when it is interrupted or that enforces a timeout.",
        "stuck_calls");
  }

  int cachedInput(ChatResponse response) {
    return adapter.cachedInput(response);
  }

  OptionalInt contextTokens() {
    return adapter.contextTokens();
  }

  String redact(String text) {
    return adapter.redact(text);
  }

  Reply.Form form(ChatResponse response) {
    return adapter.form(response);
  }
}

package dev.arag.agent.internal.model;

import dev.arag.agent.internal.failure.ModelFailures;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.tools.RetrievalTool;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A chat model, spoken to in the messages of this room, never for longer than allowed. Which forms
 * of requests a server takes is remembered for the process. As safe for threads as the model is.
 */
public final class ModelConnection {
  private static final Logger LOG = LoggerFactory.getLogger(ModelConnection.class);

  private final ModelEndpoint endpoint;
  private final @Nullable RecordedChatModel record;

  public ModelConnection(ChatModel model) {
    endpoint = new ModelEndpoint(ModelAdapter.of(model));
    record = model instanceof RecordedChatModel recorded ? recorded : null;
  }

  /** One that tells its text while it is written. */
  public ModelConnection(StreamingChatModel model) {
    endpoint = new ModelEndpoint(ModelAdapter.of(model));
    record = null;
  }

  /**
   * Sends a conversation; the model may call the tools.
   *
   * @throws ModelException if there is no reply
   */
  public Reply chat(List<Message> messages, Collection<RetrievalTool> tools, CallOptions terms) {
    if (record != null) {
      return record.next(terms.onRetry());
    }
    RetryPolicy attempts = new RetryPolicy(terms);
    ChatRequest request = request(messages, tools).build();
    return attempts.make(left -> send(request, messages, left, terms));
  }

  /**
   * Sends a conversation that the model must answer: the tools stay, as the history speaks of them,
   * but none may be called. A server that does not take that gets the nearest form it takes; so
   * does, for this once, a model that calls a tool all the same.
   *
   * @throws ModelException if there is no reply
   */
  public Reply close(List<Message> messages, Collection<RetrievalTool> tools, CallOptions terms) {
    if (tools.isEmpty() || record != null) {
      return chat(messages, tools, terms);
    }
    RetryPolicy attempts = new RetryPolicy(terms);
    FinalTurnFallback form = endpoint.memory().closingForm();
    boolean isRefused = false;
    while (true) {
      try {
        ChatRequest request = form.request(messages, tools);
        Reply reply = attempts.make(left -> send(request, messages, left, terms));
        if (isRefused) {
          learn(form);
          isRefused = false;
        }
        if (form.isLast() || !isOnlyCalls(reply)) {
          return closedBy(reply, form);
        }
        attempts.changeForm(calledOnceMore());
        form = FinalTurnFallback.HISTORY_AS_TEXT;
      } catch (ModelException e) {
        if (form.isLast() || e.kind() != ModelException.Kind.FORM_REFUSED) {
          throw e;
        }
        attempts.changeForm(e);
        form = form.next();
        isRefused = true;
      }
    }
  }

  private static Reply closedBy(Reply reply, FinalTurnFallback form) {
    Reply.Form used = reply.form();
    return new Reply(
        reply.message(),
        reply.finish(),
        reply.tokens(),
        reply.model(),
        new Reply.Form(used.finishWord(), used.leftOut(), form.name()));
  }

  /** Once it was taken: a server may refuse a request for what no form changes. */
  private void learn(FinalTurnFallback form) {
    EndpointCapabilities memory = endpoint.memory();
    memory.learn(form);
    LOG.info(
        "{} refused the form of the closing call; from now on it is asked in the form {}.",
        memory.name(),
        form);
  }

  private static ModelException calledOnceMore() {
    return ModelFailures.retriable("The model called a tool once more.", "tool_called");
  }

  /**
   * Sends a conversation that is to be answered by a JSON object. Its schema is sent along where
   * the server takes one; a server that does not is remembered, and has only the words of the
   * messages.
   *
   * @param schema of type object, as JSON
   * @throws ModelException if there is no reply
   */
  public Reply fill(List<Message> messages, String name, String schema, CallOptions terms) {
    if (record != null || !endpoint.memory().takesSchemas()) {
      return chat(messages, List.of(), terms);
    }
    RetryPolicy attempts = new RetryPolicy(terms);
    try {
      ChatRequest request =
          request(messages, List.of())
              .responseFormat(ToolSpecifications.responseFormat(name, schema))
              .build();
      return attempts.make(left -> send(request, messages, left, terms));
    } catch (ModelException e) {
      if (e.kind() != ModelException.Kind.FORM_REFUSED) {
        throw e;
      }
      attempts.changeForm(e);
      ChatRequest request = request(messages, List.of()).build();
      Reply reply = attempts.make(left -> send(request, messages, left, terms));
      learnSchemasRefused();
      return reply;
    }
  }

  private void learnSchemasRefused() {
    EndpointCapabilities memory = endpoint.memory();
    memory.learnSchemasRefused();
    LOG.info("{} refused a schema of the reply; from now on none is sent to it.", memory.name());
  }

  private static boolean isOnlyCalls(Reply reply) {
    return !reply.calls().isEmpty() && reply.text().isBlank();
  }

  static ChatRequest.Builder request(List<Message> messages, Collection<RetrievalTool> tools) {
    ChatRequest.Builder request =
        ChatRequest.builder().messages(LangChain4jMessages.toLangChain4j(messages));
    if (!tools.isEmpty()) {
      request.toolSpecifications(tools.stream().map(ToolSpecifications::specification).toList());
    }
    return request;
  }

  private Reply send(
      ChatRequest request, List<Message> messages, Duration atMost, CallOptions terms) {
    ChatResponse response = endpoint.send(request, atMost, terms);
    try {
      return new ReplyReader(messages)
          .read(response, endpoint.cachedInput(response), endpoint.form(response));
    } catch (RuntimeException e) {
      throw ModelFailures.classify("The model", e);
    }
  }

  /** What the model is called. */
  public ModelName name() {
    return endpoint.name();
  }

  /** The record of a run that is to be made again, if this is one. */
  public Optional<RecordedChatModel> record() {
    return Optional.ofNullable(record);
  }
}

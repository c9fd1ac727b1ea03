package dev.arag.agent.internal.model;

import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.model.ScriptedChatModel;
import dev.arag.tools.RetrievalTool;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends conversations to a chat model within time and retry limits. The process remembers which
 * forms of requests a server supports. Instances are thread-safe if the model is.
 */
public final class ModelConnection {
  /**
   * The longest reply, in bytes of a response and in characters of a stream, so that a server
   * cannot exhaust the heap.
   */
  public static final int MAX_REPLY_LENGTH = 1024 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(ModelConnection.class);

  private final ModelEndpoint endpoint;
  private final @Nullable RecordedChatModel record;
  private final boolean isOrdered;

  public ModelConnection(ChatModel model) {
    endpoint = new ModelEndpoint(ModelAdapter.of(model));
    record = model instanceof RecordedChatModel recorded ? recorded : null;
    isOrdered = model instanceof ScriptedChatModel;
  }

  /** Creates a connection that passes the text to a consumer as it arrives. */
  public ModelConnection(StreamingChatModel model) {
    endpoint = new ModelEndpoint(ModelAdapter.of(model));
    record = null;
    isOrdered = false;
  }

  /**
   * Sends a conversation. The model may call the tools.
   *
   * @throws ModelException if the model returns no valid reply
   */
  public Reply chat(List<Message> messages, Collection<RetrievalTool> tools, CallOptions options) {
    if (record != null) {
      return record.next(options.onRetry());
    }
    RetryPolicy retries = new RetryPolicy(options);
    ChatRequest request = request(messages, tools).build();
    return retries.run(left -> send(request, messages, left, options));
  }

  /**
   * Sends the closing call, to which the model must reply with an answer. The request still offers
   * the tools because the history refers to them, but the model must not call them. If the server
   * rejects this form, the request is repeated in the next {@link ClosingCallForm}. If the model
   * calls a tool anyway, the request is repeated in the last form.
   *
   * @throws ModelException if the model returns no valid reply
   */
  public Reply close(List<Message> messages, Collection<RetrievalTool> tools, CallOptions options) {
    if (tools.isEmpty() || record != null) {
      return chat(messages, tools, options);
    }
    RetryPolicy retries = new RetryPolicy(options);
    ClosingCallForm form = endpoint.capabilities().closingForm();
    boolean isRefused = false;
    while (true) {
      try {
        ChatRequest request = form.request(messages, tools);
        Reply reply = retries.run(left -> send(request, messages, left, options));
        if (isRefused) {
          learn(form);
          isRefused = false;
        }
        if (form.isLast() || !isOnlyCalls(reply)) {
          return closedBy(reply, form);
        }
        retries.reportChangeOfForm(toolCalled());
        form = ClosingCallForm.HISTORY_AS_TEXT;
      } catch (ModelException e) {
        if (form.isLast() || e.kind() != ModelException.Kind.FORM_REFUSED) {
          throw e;
        }
        retries.reportChangeOfForm(e);
        form = form.next();
        isRefused = true;
      }
    }
  }

  private static Reply closedBy(Reply reply, ClosingCallForm form) {
    Reply.Form used = reply.form();
    return new Reply(
        reply.message(),
        reply.finish(),
        reply.tokens(),
        reply.model(),
        new Reply.Form(used.finishWord(), used.leftOut(), form.name()));
  }

  /**
   * Remembers the form of the closing call. Called only after the server accepted this form,
   * because it may have rejected the previous form for another reason.
   */
  private void learn(ClosingCallForm form) {
    EndpointCapabilities capabilities = endpoint.capabilities();
    capabilities.useClosingForm(form);
    LOG.info(
        "{} does not support the form of the closing call; using {} from now on.",
        capabilities.name(),
        form);
  }

  private static ModelException toolCalled() {
    return ModelFailures.retriable(
        "The model called a tool although tool calls were forbidden.", "tool_called");
  }

  /**
   * Sends a conversation to which the model must reply with a JSON object. The request contains the
   * schema unless the server is known to reject schemas. If the server rejects the schema, the
   * request is repeated without it, and later requests omit it.
   *
   * @param schema a JSON schema of type object
   * @throws ModelException if the model returns no valid reply
   */
  public Reply fill(List<Message> messages, String name, String schema, CallOptions options) {
    if (record != null || !endpoint.capabilities().supportsSchemas()) {
      return chat(messages, List.of(), options);
    }
    RetryPolicy retries = new RetryPolicy(options);
    try {
      ChatRequest request =
          request(messages, List.of())
              .responseFormat(ToolSpecifications.responseFormat(name, schema))
              .build();
      return retries.run(left -> send(request, messages, left, options));
    } catch (ModelException e) {
      if (e.kind() != ModelException.Kind.FORM_REFUSED) {
        throw e;
      }
      retries.reportChangeOfForm(e);
      ChatRequest request = request(messages, List.of()).build();
      Reply reply = retries.run(left -> send(request, messages, left, options));
      learnSchemasRefused();
      return reply;
    }
  }

  private void learnSchemasRefused() {
    EndpointCapabilities capabilities = endpoint.capabilities();
    capabilities.disableSchemas();
    LOG.info(
        "{} does not support response schemas; omitting them from now on.", capabilities.name());
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
      ChatRequest request, List<Message> messages, Duration atMost, CallOptions options) {
    ChatResponse response = endpoint.send(request, atMost, options);
    try {
      return new ReplyReader(messages)
          .read(response, endpoint.cachedInput(response), endpoint.form(response));
    } catch (RuntimeException e) {
      throw ModelFailures.classify("The model", e);
    }
  }

  /** Returns the size of the model's context window, if the model declares it. */
  public OptionalInt contextTokens() {
    return endpoint.contextTokens();
  }

  /** Removes the API key of the model from a text, if the model has one. */
  public String redact(String text) {
    return endpoint.redact(text);
  }

  /** Returns the name of the model. */
  public ModelName name() {
    return endpoint.name();
  }

  /** Whether the replies of the model depend on the order of the requests. */
  public boolean isOrdered() {
    return isOrdered;
  }

  /** Returns the recorded run that is replayed; empty if this is not a replay. */
  public Optional<RecordedChatModel> record() {
    return Optional.ofNullable(record);
  }
}

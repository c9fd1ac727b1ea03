package dev.arag.agent.internal.model;

import dev.arag.agent.internal.concurrent.TimedCalls;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.spi.EndpointChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls a LangChain4j model, with or without streaming. The process remembers which forms of
 * requests a server supports.
 */
final class ChatModelClient implements ModelClient {
  private static final Logger LOG = LoggerFactory.getLogger(ChatModelClient.class);

  private final @Nullable ChatModel model;
  private final @Nullable StreamingChatModel streaming;
  private final @Nullable EndpointChatModel server;
  private final ModelName name;
  private final EndpointCapabilities capabilities;
  private final boolean isOrdered;

  ChatModelClient(ChatModel model) {
    this(model, null, model, ModelName.of(model::defaultRequestParameters, model::provider));
  }

  ChatModelClient(StreamingChatModel model) {
    this(null, model, model, ModelName.of(model::defaultRequestParameters, model::provider));
  }

  private ChatModelClient(
      @Nullable ChatModel model,
      @Nullable StreamingChatModel streaming,
      Object given,
      ModelName name) {
    this.model = model;
    this.streaming = streaming;
    server = given instanceof EndpointChatModel known ? known : null;
    this.name = name;
    capabilities = EndpointCapabilities.of(given);
    isOrdered = given instanceof Ordered;
  }

  @Override
  public Reply call(Request request, CallOptions options) {
    RetryPolicy retries = new RetryPolicy(options);
    RequestForm form = capabilities.firstForm(request);
    boolean isRefused = false;
    while (true) {
      try {
        ChatRequest sent = form.request(request);
        Reply reply =
            retries.begin()
                ? send(sent, request, options)
                : retries.inContext(() -> send(sent, request, options));
        if (isRefused) {
          learn(form);
          isRefused = false;
        }
        if (!form.isClosing() || form.isLast() || !isOnlyCalls(reply)) {
          return form.isClosing() ? closedBy(reply, form) : reply;
        }
        // Not remembered: servers ignore tool_choice "none" only occasionally.
        retries.reportChangeOfForm(toolCalled());
        form = RequestForm.HISTORY_AS_TEXT;
      } catch (ModelException e) {
        if (form.isLast() || e.kind() != ModelException.Kind.FORM_REFUSED) {
          retries.waitAfter(e);
        } else {
          retries.reportChangeOfForm(e);
          form = form.next();
          isRefused = true;
        }
      }
    }
  }

  private Reply send(ChatRequest sent, Request request, CallOptions options) {
    try {
      ReplyReader reader = new ReplyReader(request.messages());
      if (server != null) {
        EndpointChatModel.@Nullable Response response = server.chat(sent, options.onText());
        return response == null
            ? reader.read(null, 0, Reply.Form.UNKNOWN)
            : reader.read(response.chat(), response.cachedInputTokens(), response.form());
      }
      ChatResponse response =
          streaming == null
              ? Objects.requireNonNull(model).chat(sent)
              : StreamCollector.chat(streaming, sent, options.onText());
      return reader.read(response, 0, Reply.Form.UNKNOWN);
    } catch (RuntimeException e) {
      throw ModelFailures.redacted(ModelFailures.classify(capabilities.name(), e), this::redact);
    }
  }

  private static Reply closedBy(Reply reply, RequestForm form) {
    Reply.Form used = reply.form();
    return new Reply(
        reply.message(),
        reply.finish(),
        reply.tokens(),
        reply.model(),
        new Reply.Form(used.finishWord(), used.leftOut(), form.name()));
  }

  /**
   * Remembers a form. Called only after the server accepted this form, because it may have rejected
   * the previous form for another reason.
   */
  private void learn(RequestForm form) {
    capabilities.learn(form);
    LOG.info(
        form.isClosing()
            ? "{} does not support this form of the closing call; using {} from now on."
            : "{} does not support response schemas; omitting them from now on.",
        capabilities.name(),
        form);
  }

  private static ModelException toolCalled() {
    return ModelFailures.retriable(
        "The model called a tool although tool calls were forbidden.", "tool_called");
  }

  private static boolean isOnlyCalls(Reply reply) {
    return !reply.calls().isEmpty() && reply.text().isBlank();
  }

  @Override
  public ModelName name() {
    return name;
  }

  @Override
  public TimedCalls threads() {
    return capabilities.threads();
  }

  @Override
  public OptionalInt contextTokens() {
    return server == null ? OptionalInt.empty() : server.contextTokens();
  }

  @Override
  public String redact(String text) {
    return server == null ? text : server.redact(text);
  }

  @Override
  public boolean isOrdered() {
    return isOrdered;
  }
}

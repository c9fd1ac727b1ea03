package dev.arag.agent.model;

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

/**
 * A chat model, spoken to in the messages of this room, never for longer than allowed. It remembers
 * which form of the closing call its server takes. As safe for threads as the model is.
 */
public final class ModelConnection {
  private final Endpoint endpoint;
  private final @Nullable RecordedChatModel record;
  private volatile ClosingForm closingForm = ClosingForm.CALLS_FORBIDDEN;

  public ModelConnection(ChatModel model) {
    endpoint = new Endpoint(Speaker.of(model));
    record = model instanceof RecordedChatModel recorded ? recorded : null;
  }

  /** One that tells its text while it is written. */
  public ModelConnection(StreamingChatModel model) {
    endpoint = new Endpoint(Speaker.of(model));
    record = null;
  }

  /**
   * Sends a conversation; the model may call the tools.
   *
   * @throws ModelException if there is no reply
   */
  public Reply chat(List<Message> messages, Collection<RetrievalTool> tools, CallTerms terms) {
    if (record != null) {
      return record.next(terms.onRetry());
    }
    Attempts attempts = new Attempts(terms);
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
  public Reply close(List<Message> messages, Collection<RetrievalTool> tools, CallTerms terms) {
    if (tools.isEmpty() || record != null) {
      return chat(messages, tools, terms);
    }
    Attempts attempts = new Attempts(terms);
    ClosingForm form = closingForm;
    while (true) {
      try {
        ChatRequest request = form.request(messages, tools);
        Reply reply = attempts.make(left -> send(request, messages, left, terms));
        if (form.isLast() || !isOnlyCalls(reply)) {
          return reply;
        }
        attempts.changeForm(new ModelException("The model called a tool once more.", null, true));
        form = ClosingForm.HISTORY_AS_TEXT;
      } catch (ModelException e) {
        if (form.isLast() || !e.isFormRefused()) {
          throw e;
        }
        attempts.changeForm(e);
        form = form.next();
        closingForm = form;
      }
    }
  }

  private static boolean isOnlyCalls(Reply reply) {
    return !reply.calls().isEmpty() && reply.text().isBlank();
  }

  static ChatRequest.Builder request(List<Message> messages, Collection<RetrievalTool> tools) {
    ChatRequest.Builder request =
        ChatRequest.builder().messages(LangChain4jMessages.toLangChain4j(messages));
    if (!tools.isEmpty()) {
      request.toolSpecifications(tools.stream().map(LangChain4jTools::specification).toList());
    }
    return request;
  }

  private Reply send(
      ChatRequest request, List<Message> messages, Duration atMost, CallTerms terms) {
    ChatResponse response = endpoint.send(request, atMost, terms.onText());
    try {
      return new ReplyReader(messages).read(response, endpoint.cachedInput(response));
    } catch (RuntimeException e) {
      throw ModelException.of("The model", e);
    }
  }

  /** The record of a run that is to be made again, if this is one. */
  public Optional<RecordedChatModel> record() {
    return Optional.ofNullable(record);
  }
}

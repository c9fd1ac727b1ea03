package dev.arag.agent.internal.model;

import dev.arag.agent.citation.Claim;
import dev.arag.agent.internal.concurrent.TimedCalls;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import java.util.List;
import java.util.OptionalInt;

/** One model, as the runs call it. Implementations are thread-safe if the model is. */
public interface ModelClient {
  /**
   * The longest reply, in bytes of a response and in characters of a stream, so that a server
   * cannot exhaust the heap.
   */
  int MAX_REPLY_LENGTH = 1024 * 1024;

  /** A chat model whose replies depend on the order of the requests, see {@link #isOrdered()}. */
  interface Ordered {}

  static ModelClient of(ChatModel model) {
    return model instanceof ModelClient client ? client : new ChatModelClient(model);
  }

  /** Returns a client that passes the text of a reply on as it arrives. */
  static ModelClient of(StreamingChatModel model) {
    return new ChatModelClient(model);
  }

  /**
   * Makes one call on the current thread: sends a request, and sends it again after a transient
   * failure, or in another form if the server does not support the first one.
   *
   * @throws ModelException if the model returns no valid reply
   */
  Reply call(Request request, CallOptions options);

  /** Returns the name of the model. */
  ModelName name();

  /** Returns the threads of the calls to this model. */
  TimedCalls threads();

  /** Returns the size of the model's context window, if the model declares it. */
  default OptionalInt contextTokens() {
    return OptionalInt.empty();
  }

  /** Removes the API key of the model from a text, if the model has one. */
  default String redact(String text) {
    return text;
  }

  /** Whether the replies of the model depend on the order of the requests. */
  default boolean isOrdered() {
    return false;
  }

  /**
   * Returns the clock of a run with this model.
   *
   * @param live the clock of a run that is not replayed
   */
  default RunClock clock(RunClock live) {
    return live;
  }

  /**
   * Returns the earlier runs of the conversation that must be repeated before the run, in order.
   *
   * @param type the type of the runs; a parameter because this package must not depend on it
   */
  default <T> List<T> earlier(Class<T> type) {
    return List.of();
  }

  /** Returns the claims of the recorded run; empty if no run is replayed. */
  default List<Claim> recordedClaims() {
    return List.of();
  }
}

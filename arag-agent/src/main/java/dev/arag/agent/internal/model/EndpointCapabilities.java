package dev.arag.agent.internal.model;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.internal.concurrent.LruCache;
import dev.arag.agent.internal.concurrent.TimedCalls;
import dev.arag.agent.spi.EndpointChatModel;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The state that this process keeps about one model at one server: which abandoned calls are still
 * running, and which forms of requests the server supports. The state outlives agents because an
 * application may create an agent for each request. Models with the same endpoint name share one
 * state. A model without an endpoint name has a separate state. Thread-safe.
 */
final class EndpointCapabilities {
  private static final LruCache<EndpointCapabilities> BY_NAME =
      new LruCache<>(EndpointCapabilities::new);
  private static final Map<Key, EndpointCapabilities> BY_MODEL = new ConcurrentHashMap<>();
  private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();

  private final String name;
  private final TimedCalls threads = new TimedCalls();
  private volatile RequestForm closingForm = RequestForm.CALLS_FORBIDDEN;
  private volatile boolean supportsSchemas = true;

  private EndpointCapabilities(String name) {
    this.name = name;
  }

  /**
   * @param model the model that the caller passed in
   */
  static EndpointCapabilities of(Object model) {
    return model instanceof EndpointChatModel ofRuns
        ? BY_NAME.of(requireNonNull(ofRuns.endpoint(), "endpoint"))
        : ofInstance(model);
  }

  private static EndpointCapabilities ofInstance(Object model) {
    for (Object gone = GONE.poll(); gone != null; gone = GONE.poll()) {
      BY_MODEL.remove(gone);
    }
    return BY_MODEL.computeIfAbsent(new Key(model), any -> new EndpointCapabilities("The model"));
  }

  /** Returns the name for log messages. It contains no API key. */
  String name() {
    return name;
  }

  /** Returns the threads of the calls to the model. */
  TimedCalls threads() {
    return threads;
  }

  /** Returns the form in which to send a request first. */
  RequestForm firstForm(Request request) {
    if (!request.format().equals(Request.Format.NONE)) {
      return supportsSchemas ? RequestForm.WITH_SCHEMA : RequestForm.PLAIN;
    }
    boolean isClosing = !request.mayCall() && !request.offered().tools().isEmpty();
    return isClosing ? closingForm : RequestForm.PLAIN;
  }

  /** Remembers the form that the server accepted after it had rejected the form before it. */
  void learn(RequestForm accepted) {
    if (accepted.isClosing()) {
      closingForm = accepted;
    } else {
      supportsSchemas = false;
    }
  }

  /** A weak reference to a model, compared by identity. */
  private static final class Key extends WeakReference<Object> {
    private final int hash;

    Key(Object model) {
      super(model, GONE);
      hash = System.identityHashCode(model);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      Object model = get();
      return this == other || (model != null && other instanceof Key key && key.get() == model);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }
}

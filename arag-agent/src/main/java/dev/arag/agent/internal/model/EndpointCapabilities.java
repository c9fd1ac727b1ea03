package dev.arag.agent.internal.model;

import dev.arag.agent.internal.concurrent.LruCache;
import dev.arag.agent.internal.concurrent.TimeLimiter;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The state that this process keeps about one model at one server: abandoned calls that are still
 * running, and the supported forms of requests. It outlives agents, which may be created for each
 * request. Models with the same endpoint name share it; any other model has its own. Safe for use
 * by several threads.
 */
final class EndpointCapabilities {
  private static final LruCache<EndpointCapabilities> BY_NAME =
      new LruCache<>(EndpointCapabilities::new);
  private static final Map<Key, EndpointCapabilities> BY_MODEL = new ConcurrentHashMap<>();
  private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();

  private final String name;
  private final TimeLimiter calls = new TimeLimiter();
  private volatile ClosingCallForm closingForm = ClosingCallForm.CALLS_FORBIDDEN;
  private volatile boolean supportsSchemas = true;

  private EndpointCapabilities(String name) {
    this.name = name;
  }

  /**
   * @param model the model that the caller passed in
   */
  static EndpointCapabilities of(Object model) {
    String endpoint = model instanceof ServerAwareChatModel aware ? aware.endpoint() : "";
    return endpoint.isEmpty() ? ofInstance(model) : BY_NAME.of(endpoint);
  }

  private static EndpointCapabilities ofInstance(Object model) {
    for (Object gone = GONE.poll(); gone != null; gone = GONE.poll()) {
      BY_MODEL.remove(gone);
    }
    return BY_MODEL.computeIfAbsent(new Key(model), any -> new EndpointCapabilities("The model"));
  }

  /** The name for log messages; without an API key. */
  String name() {
    return name;
  }

  TimeLimiter calls() {
    return calls;
  }

  ClosingCallForm closingForm() {
    return closingForm;
  }

  void useClosingForm(ClosingCallForm accepted) {
    closingForm = accepted;
  }

  /** Whether a request may contain the schema of its reply. */
  boolean supportsSchemas() {
    return supportsSchemas;
  }

  void disableSchemas() {
    supportsSchemas = false;
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

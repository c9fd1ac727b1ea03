package dev.arag.agent.internal.model;

import dev.arag.agent.internal.concurrent.LruCache;
import dev.arag.agent.internal.concurrent.TimeLimiter;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What this process knows of one model at one server: the calls that were left and have not ended,
 * and which forms of requests it takes. Agents come and go with each request, so it is not theirs.
 * A model that names its endpoint shares it with all others of that name; any other keeps it as
 * long as the model itself is in use. Safe for use by several threads.
 */
final class EndpointCapabilities {
  private static final LruCache<EndpointCapabilities> BY_NAME =
      new LruCache<>(EndpointCapabilities::new);
  private static final Map<Key, EndpointCapabilities> BY_MODEL = new ConcurrentHashMap<>();
  private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();

  private final String name;
  private final TimeLimiter calls = new TimeLimiter();
  private volatile FinalTurnFallback closingForm = FinalTurnFallback.CALLS_FORBIDDEN;
  private volatile boolean takesSchemas = true;

  private EndpointCapabilities(String name) {
    this.name = name;
  }

  /**
   * @param model what was handed in as a model
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

  /** For the log; without a key. */
  String name() {
    return name;
  }

  TimeLimiter calls() {
    return calls;
  }

  FinalTurnFallback closingForm() {
    return closingForm;
  }

  void learn(FinalTurnFallback taken) {
    closingForm = taken;
  }

  /** Whether the schema of a reply may be sent along. */
  boolean takesSchemas() {
    return takesSchemas;
  }

  void learnSchemasRefused() {
    takesSchemas = false;
  }

  /** One object, for as long as somebody else holds it; equal to itself only. */
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

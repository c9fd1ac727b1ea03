package dev.arag.agent.model;

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
final class EndpointMemory {
  private static final Remembered<EndpointMemory> BY_NAME = new Remembered<>(EndpointMemory::new);
  private static final Map<Key, EndpointMemory> BY_MODEL = new ConcurrentHashMap<>();
  private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();

  private final String name;
  private final Calls calls = new Calls();
  private volatile ClosingForm closingForm = ClosingForm.CALLS_FORBIDDEN;
  private volatile boolean takesSchemas = true;

  private EndpointMemory(String name) {
    this.name = name;
  }

  /**
   * @param model what was handed in as a model
   */
  static EndpointMemory of(Object model) {
    String endpoint = model instanceof ServerAware aware ? aware.endpoint() : "";
    return endpoint.isEmpty() ? ofInstance(model) : BY_NAME.of(endpoint);
  }

  private static EndpointMemory ofInstance(Object model) {
    for (Object gone = GONE.poll(); gone != null; gone = GONE.poll()) {
      BY_MODEL.remove(gone);
    }
    return BY_MODEL.computeIfAbsent(new Key(model), any -> new EndpointMemory("The model"));
  }

  /** For the log; without a key. */
  String name() {
    return name;
  }

  Calls calls() {
    return calls;
  }

  ClosingForm closingForm() {
    return closingForm;
  }

  void learn(ClosingForm taken) {
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

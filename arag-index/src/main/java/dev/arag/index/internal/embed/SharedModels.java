package dev.arag.index.internal.embed;

import java.util.HashMap;
import java.util.Map;

/**
 * The loaded models of this process. Embedders with equal settings share one loaded model, so that
 * many open indexes need the memory of one session. The last embedder that releases a model closes
 * it. Models in folders are not shared, because their files can change. Thread-safe.
 *
 * <p>A model is not kept after its last user: an application server that unloads the classes of an
 * application must be able to free its native memory. Classes that are loaded by two class loaders
 * do not share models.
 */
public final class SharedModels {
  private static final Map<EmbedderSettings, SharedModel> LOADED = new HashMap<>();

  private SharedModels() {}

  private record SharedModel(LoadedModel model, int users) {}

  /** Returns the loaded model with these settings. The caller must release it exactly once. */
  public static LoadedModel acquire(EmbedderSettings settings) {
    synchronized (LOADED) {
      SharedModel shared = LOADED.get(settings);
      LoadedModel model = shared == null ? LoadedModel.load(settings) : shared.model();
      LOADED.put(settings, new SharedModel(model, shared == null ? 1 : shared.users() + 1));
      return model;
    }
  }

  /** Closes the model if no other embedder uses it. */
  public static void release(EmbedderSettings settings) {
    synchronized (LOADED) {
      SharedModel shared = LOADED.remove(settings);
      if (shared == null) {
        throw new IllegalStateException(settings.name() + " is not loaded.");
      }
      if (shared.users() > 1) {
        LOADED.put(settings, new SharedModel(shared.model(), shared.users() - 1));
      } else {
        shared.model().close();
      }
    }
  }
}

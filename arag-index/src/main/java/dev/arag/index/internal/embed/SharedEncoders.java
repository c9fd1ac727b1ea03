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
public final class SharedEncoders {
  private static final Map<EncoderSettings, SharedEncoder> LOADED = new HashMap<>();

  private SharedEncoders() {}

  private record SharedEncoder(Encoder encoder, int users) {}

  /** Returns the loaded model with these settings. The caller must release it exactly once. */
  public static Encoder acquire(EncoderSettings settings) {
    synchronized (LOADED) {
      SharedEncoder shared = LOADED.get(settings);
      Encoder encoder = shared == null ? Encoder.load(settings) : shared.encoder();
      LOADED.put(settings, new SharedEncoder(encoder, shared == null ? 1 : shared.users() + 1));
      return encoder;
    }
  }

  /** Closes the model if no other embedder uses it. */
  public static void release(EncoderSettings settings) {
    synchronized (LOADED) {
      SharedEncoder shared = LOADED.remove(settings);
      if (shared == null) {
        throw new IllegalStateException(settings.name() + " is not loaded.");
      }
      if (shared.users() > 1) {
        LOADED.put(settings, new SharedEncoder(shared.encoder(), shared.users() - 1));
      } else {
        shared.encoder().close();
      }
    }
  }
}

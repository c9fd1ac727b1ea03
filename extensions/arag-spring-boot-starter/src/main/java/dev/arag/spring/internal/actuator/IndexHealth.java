package dev.arag.spring.internal.actuator;

import dev.arag.index.Index;
import dev.arag.index.IndexStats;
import dev.arag.spring.internal.lifecycle.BackgroundSync;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The health of the index. It is down if the newest commit cannot be used, or if the index is empty
 * because no sync succeeded. If a later sync fails, the index still answers from its last commit:
 * it is up, and the details name the failure.
 */
public final class IndexHealth {
  private final Index index;
  private final @Nullable BackgroundSync sync;

  public IndexHealth(Index index, @Nullable BackgroundSync sync) {
    this.index = index;
    this.sync = sync;
  }

  record State(boolean isUp, Map<String, Object> details) {}

  State state() {
    Map<String, Object> details = new LinkedHashMap<>();
    try {
      IndexStats stats = index.stats();
      details.put("documents", stats.documents());
      details.put("chunks", stats.chunks());
      details.put("sentences", stats.sentences());
      details.put("generation", stats.generation());
      boolean unused = index.refresh();
      boolean isSynced = addSync(details);
      return new State(!isPruneRefused() && (isSynced || stats.documents() > 0), details);
    } catch (RuntimeException e) {
      details.put("error", String.valueOf(e.getMessage()));
      return new State(false, details);
    }
  }

  /** Whether the last sync found too many documents missing, so that a person must check. */
  private boolean isPruneRefused() {
    BackgroundSync.LastSync last = sync == null ? null : sync.last();
    return last != null && last.report() != null && !last.report().refusedPrunes().isEmpty();
  }

  /** Returns false if the last sync failed. */
  private boolean addSync(Map<String, Object> details) {
    BackgroundSync.LastSync last = sync == null ? null : sync.last();
    if (last == null) {
      return true;
    }
    details.put("lastSync", last.ended().toString());
    if (last.error() != null) {
      details.put("lastSyncError", last.error());
    }
    return last.error() == null;
  }
}

package dev.arag.spring.internal.actuator;

import dev.arag.index.Index;
import dev.arag.index.IndexStats;
import dev.arag.index.sync.SyncProgress;
import dev.arag.spring.internal.lifecycle.ActiveRuns;
import dev.arag.spring.internal.lifecycle.BackgroundSync;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** The actuator endpoint {@code arag}: statistics of the index, the syncs and the active runs. */
@Endpoint(id = "arag")
public final class AragEndpoint {
  private final Index index;
  private final ActiveRuns runs;
  private final @Nullable BackgroundSync sync;

  public AragEndpoint(Index index, ActiveRuns runs, @Nullable BackgroundSync sync) {
    this.index = index;
    this.runs = runs;
    this.sync = sync;
  }

  public record Description(
      String index,
      IndexStats stats,
      List<String> sources,
      @Nullable SyncProgress sync,
      BackgroundSync.@Nullable LastSync lastSync,
      int activeRuns) {}

  @ReadOperation
  public Description describe() {
    return new Description(
        index.toString(),
        index.stats(),
        sync == null ? List.of() : sync.sources(),
        sync == null ? null : sync.progress(),
        sync == null ? null : sync.last(),
        runs.count());
  }
}

package dev.arag.spring.internal.lifecycle;

import dev.arag.index.Index;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.availability.ApplicationAvailabilityBean;
import org.springframework.boot.availability.AvailabilityState;
import org.springframework.boot.availability.ReadinessState;

/**
 * The availability of the application, which is not ready before the first commit of its index.
 * After this commit, a failure does not change the readiness, because the index answers from its
 * last commit. If there is not exactly one index, the readiness does not wait.
 */
public final class IndexAvailability extends ApplicationAvailabilityBean {
  private final ObjectProvider<Index> index;
  private volatile boolean hasCommit;

  public IndexAvailability(ObjectProvider<Index> index) {
    this.index = index;
  }

  @Override
  public <S extends AvailabilityState> S getState(Class<S> type, S defaultState) {
    S state = super.getState(type, defaultState);
    return mustWait(state) ? type.cast(ReadinessState.REFUSING_TRAFFIC) : state;
  }

  @Override
  public <S extends AvailabilityState> @Nullable S getState(Class<S> type) {
    S state = super.getState(type);
    return mustWait(state) ? type.cast(ReadinessState.REFUSING_TRAFFIC) : state;
  }

  private boolean mustWait(@Nullable AvailabilityState state) {
    if (state != ReadinessState.ACCEPTING_TRAFFIC || hasCommit) {
      return false;
    }
    Index unique = index.getIfUnique();
    hasCommit = unique == null || hasCommit(unique);
    return !hasCommit;
  }

  /** The health indicator reports an index that cannot be read. */
  private static boolean hasCommit(Index index) {
    try {
      boolean unused = index.refresh();
      return index.stats().generation() > 0;
    } catch (RuntimeException e) {
      return false;
    }
  }
}

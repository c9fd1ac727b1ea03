package dev.arag.solr.internal.write;

import static java.util.Objects.requireNonNull;

import dev.arag.core.error.AragException;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.CorpusUnavailableException;
import dev.arag.core.error.IndexLockedException;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.client.CollectionClient.VersionedState;
import dev.arag.solr.internal.layout.State;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The lease of a collection. Its owner replaces the state by compare-and-set. A thread changes the
 * heartbeat of the lease regularly. Another writer takes the lease over if it does not see a change
 * for some time. The next change by this owner then fails. Thread-safe.
 */
final class WriterLease implements AutoCloseable {
  private static final int POLLS_BEFORE_TAKEOVER = 40;
  private static final int RELEASE_ATTEMPTS = 3;

  /** Solr then stores a document only if there is none. */
  private static final long NO_VERSION = -1;

  private final CollectionClient client;
  private final Updates updates;
  private final String owner;
  private final Thread heartbeats;
  private VersionedState current;
  private long heartbeat;
  private boolean isLost;
  private volatile boolean isClosed;

  /**
   * The times of leases.
   *
   * @param heartbeat the interval of heartbeats
   * @param takeover how long another writer sees no heartbeat before it takes over a lease
   * @param nanoClock a monotonic clock
   */
  public record Timing(Duration heartbeat, Duration takeover, LongSupplier nanoClock) {
    static final Timing DEFAULT =
        new Timing(Duration.ofSeconds(5), Duration.ofSeconds(20), System::nanoTime);
  }

  private WriterLease(
      CollectionClient client,
      Updates updates,
      String owner,
      VersionedState current,
      Timing timing) {
    this.client = client;
    this.updates = updates;
    this.owner = owner;
    this.current = current;
    this.heartbeats = new Thread(null, () -> beat(timing.heartbeat()), "arag-solr-lease", 0, false);
    heartbeats.setDaemon(true);
  }

  /**
   * Waits until no other writer has the lease, and acquires it.
   *
   * @param open checks the stored state and returns the one to write; called with null if there is
   *     none
   * @throws IndexLockedException if another writer still has the lease after the timeout
   * @throws CorpusException if the cluster refuses the state again and again
   */
  static WriterLease acquire(
      CollectionClient client, Updates updates, Timing timing, Duration lockTimeout, Opening open) {
    String owner = HexFormat.of().toHexDigits(new SecureRandom().nextLong());
    State.@Nullable Lease seen = null;
    long seenAt = 0;
    @Nullable Long waitingSince = null;
    // The number of attempts that the cluster has refused, and when the first one was.
    int failures = 0;
    long refusedAt = 0;
    while (true) {
      VersionedState stored = readState(client, updates);
      State next = open.open(stored == null ? null : stored.state());
      State.Lease lease = stored == null ? null : stored.state().lease();
      long now = timing.nanoClock().getAsLong();
      if (!Objects.equals(lease, seen)) {
        seen = lease;
        seenAt = now;
        failures = 0;
      }
      if (lease != null && waitingSince == null) {
        waitingSince = now;
      }
      if (lease == null || now - seenAt >= timing.takeover().toNanos()) {
        Attempt attempt = tryAcquire(client, updates, owner, stored, next);
        if (attempt.state() != null) {
          WriterLease winner = new WriterLease(client, updates, owner, attempt.state(), timing);
          winner.heartbeats.start();
          return winner;
        }
        refusedAt = failures == 0 ? now : refusedAt;
        boolean isLate = failures > 0 && now - refusedAt >= lockTimeout.toNanos();
        if (isLate || failures == Updates.DELAYS.size()) {
          throw newFailure(updates, attempt.failure());
        }
        updates.pause(Updates.DELAYS.get(failures++));
      } else if (waitingSince != null && now - waitingSince >= lockTimeout.toNanos()) {
        throw newLockedException(updates, timing);
      } else {
        updates.pause(timing.takeover().dividedBy(POLLS_BEFORE_TAKEOVER));
      }
    }
  }

  private static IndexLockedException newLockedException(Updates updates, Timing timing) {
    return new IndexLockedException(
        "The Solr collection "
            + updates.collection()
            + " is locked by another writer. Retry when it has finished. If the writer has"
            + " crashed, its lock ends after "
            + timing.takeover().toSeconds()
            + " seconds.");
  }

  /** Checks a stored state and returns the one to write. */
  @FunctionalInterface
  interface Opening {
    State open(@Nullable State stored);
  }

  private static @Nullable VersionedState readState(CollectionClient client, Updates updates) {
    return updates.retry(() -> Optional.ofNullable(client.state())).orElse(null);
  }

  private static Attempt tryAcquire(
      CollectionClient client,
      Updates updates,
      String owner,
      @Nullable VersionedState stored,
      State next) {
    State mine = next.withLease(new State.Lease(owner, 0));
    Updates.OptionalVersion replaced =
        updates.replaceState(mine, stored == null ? NO_VERSION : stored.version());
    if (replaced.version() != null) {
      return new Attempt(new VersionedState(mine, replaced.version()), null);
    }
    VersionedState after = readState(client, updates);
    return after != null && after.state().equals(mine)
        ? new Attempt(new VersionedState(mine, after.version()), null)
        : new Attempt(null, replaced.failure());
  }

  /**
   * An attempt to acquire the lease.
   *
   * @param state the state as it was written; null if the attempt has failed
   * @param failure the failure of the request; null if Solr answered
   */
  private record Attempt(@Nullable VersionedState state, @Nullable RuntimeException failure) {}

  /** Returns the current state. */
  synchronized State state() {
    return current.state();
  }

  /**
   * Replaces the state. The change may be applied to several states, because the writers of a job
   * change the state without the lease, and more than once if a response was lost.
   *
   * @return the state as this call has written it
   * @throws IndexLockedException if another writer has taken the lease over
   */
  synchronized State update(UnaryOperator<State> change) {
    for (int attempt = 0; ; attempt++) {
      requireNotLost();
      State.Lease mine = new State.Lease(owner, ++heartbeat);
      State next = change.apply(current.state()).withLease(mine);
      Updates.OptionalVersion replaced = updates.replaceState(next, current.version());
      if (replaced.version() != null) {
        current = new VersionedState(next, replaced.version());
        return next;
      }
      VersionedState stored = readState(client, updates);
      isLost = stored == null || !isOwn(stored.state().lease());
      requireNotLost();
      current = requireNonNull(stored);
      if (mine.equals(current.state().lease())) {
        return next;
      }
      if (attempt == Updates.DELAYS.size()) {
        throw newFailure(updates, replaced.failure());
      }
      updates.pause(Updates.DELAYS.get(attempt));
    }
  }

  private boolean isOwn(State.@Nullable Lease lease) {
    return lease != null && lease.owner().equals(owner);
  }

  /**
   * @param cause the failure of the last attempt; null if Solr answered
   */
  private static CorpusException newFailure(Updates updates, @Nullable RuntimeException cause) {
    String message =
        "The state of the Solr collection "
            + updates.collection()
            + " cannot be replaced. Published documents are unchanged. Check the cluster, then run"
            + " the operation again.";
    return cause instanceof AragException known && known.isRetriable()
        ? new CorpusUnavailableException(message, cause)
        : new CorpusException(message, cause);
  }

  /**
   * Replaces the state without the lease. The change may be applied several times.
   *
   * @param change gets null if there is no state
   */
  static State updateWithoutLease(CollectionClient client, Updates updates, Opening change) {
    for (int attempt = 0; ; attempt++) {
      VersionedState stored = readState(client, updates);
      State next = change.open(stored == null ? null : stored.state());
      if (stored != null && next.equals(stored.state())) {
        return next;
      }
      long version = stored == null ? NO_VERSION : stored.version();
      Updates.OptionalVersion replaced = updates.replaceState(next, version);
      if (replaced.version() != null) {
        return next;
      }
      if (attempt == Updates.DELAYS.size()) {
        throw newFailure(updates, replaced.failure());
      }
      updates.pause(Updates.DELAYS.get(attempt));
    }
  }

  /**
   * @throws IndexLockedException if this owner knows that another writer has taken the lease over
   */
  synchronized void requireNotLost() {
    if (isLost) {
      throw new IndexLockedException(
          "Another writer has taken over the lock of the Solr collection "
              + updates.collection()
              + ". Published batches are kept. Run the operation again to complete it.");
    }
  }

  private void beat(Duration interval) {
    while (!isClosed) {
      try {
        Thread.sleep(interval.toMillis());
        beatOnce();
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        // The next heartbeat or the next change of the state tries again.
      }
    }
  }

  private synchronized void beatOnce() {
    if (!isClosed && !isLost) {
      update(state -> state);
    }
  }

  /** Releases the lease. If the release fails, other writers wait until the lease ends. */
  @Override
  public void close() {
    boolean wasInterrupted = Thread.interrupted();
    isClosed = true;
    try {
      release();
    } catch (RuntimeException e) {
      // The failure of the operation is more important, and the lease ends without a release.
    } finally {
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized void release() {
    for (int attempt = 0; !isLost && attempt < RELEASE_ATTEMPTS; attempt++) {
      State released = current.state().withLease(null);
      if (updates.replaceState(released, current.version()).version() != null) {
        break;
      }
      VersionedState stored = readState(client, updates);
      isLost = stored == null || !isOwn(stored.state().lease());
      current = stored == null ? current : stored;
    }
    heartbeats.interrupt();
  }
}

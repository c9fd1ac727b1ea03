package dev.arag.solr.internal.write;

import static java.util.Objects.requireNonNull;

import dev.arag.core.error.CorpusException;
import dev.arag.core.error.IndexLockedException;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.client.CollectionClient.VersionedState;
import dev.arag.solr.internal.layout.State;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One of the writers of a round. It writes a generation of its own without the lease, because
 * nothing is visible before the round is published. Not thread-safe.
 */
final class RoundMember {
  private final CollectionClient client;
  private final Updates updates;
  private final Share share;
  private final Duration interval;
  private final LongSupplier nanoClock;
  private State.Round round;
  private boolean mustWrite;
  private long checkedAt;

  /**
   * @param interval how often the writer looks whether the round has ended
   * @param nanoClock a monotonic clock
   */
  RoundMember(
      CollectionClient client,
      Updates updates,
      Share share,
      Duration interval,
      LongSupplier nanoClock) {
    this.client = client;
    this.updates = updates;
    this.share = share;
    this.interval = interval;
    this.nanoClock = nanoClock;
    this.round = State.Round.begin(share.round(), 0, share.workers(), null);
  }

  /**
   * Joins the round, or begins it. If this writer has begun before and has not finished, what it
   * wrote is dropped.
   *
   * @return the state to compare documents with
   */
  State join(StateOwner.Opening open) {
    return StateOwner.updateWithoutLease(client, updates, stored -> join(open.open(stored)));
  }

  private State join(State state) {
    State.Round current = state.round();
    boolean isSame = current != null && current.id().equals(share.round());
    if (current != null && current.earlier().contains(share.round())) {
      throw newEndedException(current);
    }
    State.Round joined =
        isSame
            ? requireRound(state)
            : State.Round.begin(share.round(), state.marker(), share.workers(), current);
    State.Worker worker = joined.workers().get(share.number());
    mustWrite = !joined.isPublished() && !worker.isDone();
    checkedAt = nanoClock.getAsLong();
    if (!mustWrite) {
      round = joined;
      return state;
    }
    State claimed = state.claim();
    round = joined.with(share.number(), new State.Worker(claimed.claimed(), false));
    return claimed.withRound(round);
  }

  /**
   * Returns the round of a state.
   *
   * @throws CorpusException if it is not the round of this writer or cannot be published any more
   */
  private State.Round requireRound(@Nullable State state) {
    State.Round current = state == null ? null : state.round();
    if (state == null || current == null || !current.id().equals(share.round())) {
      throw newEndedException(current);
    }
    if (current.workers().size() != share.workers()) {
      throw new CorpusException(
          "The round "
              + share.round()
              + " has "
              + current.workers().size()
              + " workers, not "
              + share.workers()
              + ". Run all workers with the same number, or with a new id of the round.");
    }
    if (!current.isPublished() && current.base() != state.marker()) {
      throw newStaleException(share.round(), client.collection());
    }
    return current;
  }

  private CorpusException newEndedException(State.@Nullable Round current) {
    return new CorpusException(
        "The round "
            + share.round()
            + " of the Solr collection "
            + client.collection()
            + " has ended"
            + (current == null ? "" : ", because the round " + current.id() + " has begun")
            + ". Run all workers again with a new id of the round.");
  }

  static CorpusException newStaleException(String round, String collection) {
    return new CorpusException(
        "Another writer has changed the Solr collection "
            + collection
            + " since the round "
            + round
            + " began. Nothing of this round was published. Run all workers again with a new id of"
            + " the round.");
  }

  private void requireGeneration(long generation) {
    if (generation() != generation) {
      throw new IndexLockedException(
          "The worker "
              + share.number()
              + " of the round "
              + share.round()
              + " was started again. Only the other process continues.");
    }
  }

  /** Like {@link #requireRound()}, but reads the state only if the interval has passed. */
  void requireRoundSometimes() {
    if (nanoClock.getAsLong() - checkedAt >= interval.toNanos()) {
      requireRound();
    }
  }

  /**
   * Reads the state and checks that this writer can still finish. Its work would otherwise be lost.
   *
   * @throws CorpusException if the round has ended
   * @throws IndexLockedException if another process has started this worker again
   */
  void requireRound() {
    long generation = generation();
    VersionedState stored = updates.retry(() -> Optional.ofNullable(client.state())).orElse(null);
    checkedAt = nanoClock.getAsLong();
    // A replica that is behind may return a state from before this writer has begun.
    if (stored == null || stored.state().claimed() >= generation) {
      round = requireRound(stored == null ? null : stored.state());
      requireGeneration(generation);
    }
  }

  /** Whether this writer has to write its documents; otherwise it did before. */
  boolean mustWrite() {
    return mustWrite;
  }

  /** The generation that this writer writes. */
  long generation() {
    return round.workers().get(share.number()).generation();
  }

  /**
   * Marks this writer as done.
   *
   * @return whether all writers are done and the round must be published
   */
  boolean finish() {
    long generation = generation();
    StateOwner.updateWithoutLease(
        client,
        updates,
        stored -> {
          round = requireRound(stored);
          if (stored == null || round.isPublished()) {
            return requireNonNull(stored);
          }
          requireGeneration(generation);
          round = round.with(share.number(), new State.Worker(generation, true));
          return stored.withRound(round);
        });
    return !round.isPublished() && done() == share.workers();
  }

  private long done() {
    return round.workers().stream().filter(State.Worker::isDone).count();
  }

  /** Returns one sentence about the progress of the round, as it was before it was published. */
  String describe() {
    if (round.isPublished()) {
      return "the round " + share.round() + " was already published";
    }
    return done() == share.workers()
        ? "the round " + share.round() + " is published"
        : done()
            + " of "
            + share.workers()
            + " workers of the round "
            + share.round()
            + " have finished; the last one publishes the documents";
  }
}

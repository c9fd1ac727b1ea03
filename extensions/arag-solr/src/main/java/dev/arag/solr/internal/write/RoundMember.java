package dev.arag.solr.internal.write;

import static java.util.Objects.requireNonNull;

import dev.arag.core.error.CorpusException;
import dev.arag.core.error.IndexLockedException;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.layout.State;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/**
 * One of the writers of a round. It writes a generation of its own without the lease, because
 * nothing is visible before the round is published. Not thread-safe.
 */
final class RoundMember {
  private final CollectionClient client;
  private final Updates updates;
  private final Share share;
  private State.Round round;
  private boolean mustWrite;

  RoundMember(CollectionClient client, Updates updates, Share share) {
    this.client = client;
    this.updates = updates;
    this.share = share;
    this.round = newRound(0);
  }

  private State.Round newRound(long base) {
    return new State.Round(
        share.round(),
        base,
        Collections.nCopies(share.workers(), new State.Worker(0, false)),
        false);
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
    State.Round joined = isSame ? requireRound(state) : newRound(state.marker());
    State.Worker worker = joined.workers().get(share.number());
    mustWrite = !joined.isPublished() && !worker.isDone();
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
      throw new CorpusException(
          "Another round than "
              + share.round()
              + " has begun in the Solr collection "
              + client.collection()
              + ". Nothing of this round was published. Run all workers again with a new id.");
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

  static CorpusException newStaleException(String round, String collection) {
    return new CorpusException(
        "Another writer has changed the Solr collection "
            + collection
            + " since the round "
            + round
            + " began. Nothing of this round was published. Run all workers again with a new id of"
            + " the round.");
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
          if (generation() != generation) {
            throw new IndexLockedException(
                "The worker "
                    + share.number()
                    + " of the round "
                    + share.round()
                    + " was started again. Only the other process continues.");
          }
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

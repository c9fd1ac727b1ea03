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
 * One of the writers of a job. It writes a generation of its own without the lease, because nothing
 * is visible before the job is published. Not thread-safe.
 */
final class JobMember {
  private final CollectionClient client;
  private final Updates updates;
  private final Share share;
  private final Duration interval;
  private final LongSupplier nanoClock;
  private State.Job job;
  private @Nullable String collectionId;
  private boolean mustWrite;
  private long checkedAt;

  /**
   * @param interval how often the writer checks whether the job has ended
   * @param nanoClock a monotonic clock
   */
  JobMember(
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
    this.job = State.Job.begin(share.job(), 0, share.workers(), null);
  }

  /**
   * Joins the job, or begins it. If this writer has begun before and has not finished, what it
   * wrote is dropped.
   *
   * @return the state to compare documents with
   */
  State join(WriterLease.Opening open) {
    return WriterLease.updateWithoutLease(client, updates, stored -> join(open.open(stored)));
  }

  private State join(State state) {
    collectionId = state.id();
    State.Job current = state.job();
    boolean isSame = current != null && current.id().equals(share.job());
    if (current != null && current.earlier().contains(share.job())) {
      throw newEndedException(current);
    }
    State.Job joined =
        isSame
            ? requireJob(state)
            : State.Job.begin(share.job(), state.marker(), share.workers(), current);
    State.Worker worker = joined.workers().get(share.number());
    mustWrite = !joined.isPublished() && !worker.isDone();
    checkedAt = nanoClock.getAsLong();
    if (!mustWrite) {
      job = joined;
      return state;
    }
    State claimed = state.claim();
    job = joined.with(share.number(), new State.Worker(claimed.claimed(), false));
    return claimed.withJob(job);
  }

  /**
   * Returns the job of a state.
   *
   * @throws CorpusException if it is not the job of this writer or cannot be published any more
   */
  private State.Job requireJob(@Nullable State state) {
    if (state != null && !state.id().equals(collectionId)) {
      throw newEndedException("the collection was created again");
    }
    State.Job current = state == null ? null : state.job();
    if (state == null || current == null || !current.id().equals(share.job())) {
      throw newEndedException(current);
    }
    if (current.workers().size() != share.workers()) {
      throw new CorpusException(
          "The job "
              + share.job()
              + " has "
              + current.workers().size()
              + " workers, not "
              + share.workers()
              + ". Run all workers with the same number, or with a new id of the job.");
    }
    if (!current.isPublished() && current.base() != state.marker()) {
      throw newStaleException(share.job(), client.collection());
    }
    return current;
  }

  private CorpusException newEndedException(State.@Nullable Job current) {
    return newEndedException(current == null ? "" : "the job " + current.id() + " has begun");
  }

  private CorpusException newEndedException(String reason) {
    return new CorpusException(
        "The job "
            + share.job()
            + " of the Solr collection "
            + client.collection()
            + " has ended"
            + (reason.isEmpty() ? "" : ", because " + reason)
            + ". Run all workers again with a new id of the job.");
  }

  static CorpusException newStaleException(String job, String collection) {
    return new CorpusException(
        "Another writer has changed the Solr collection "
            + collection
            + " since the job "
            + job
            + " began. Nothing of this job was published. Run all workers again with a new id of"
            + " the job.");
  }

  private void requireGeneration(long generation) {
    if (generation() != generation) {
      throw new IndexLockedException(
          "The worker "
              + share.number()
              + " of the job "
              + share.job()
              + " was started again. Only the other process continues.");
    }
  }

  /** Like {@link #requireJob()}, but reads the state only if the interval has passed. */
  void requireJobSometimes() {
    if (nanoClock.getAsLong() - checkedAt >= interval.toNanos()) {
      requireJob();
    }
  }

  /**
   * Reads the state and checks that this writer can still finish. Its work would otherwise be lost.
   *
   * @throws CorpusException if the job has ended
   * @throws IndexLockedException if another process has started this worker again
   */
  void requireJob() {
    long generation = generation();
    VersionedState stored = updates.retry(() -> Optional.ofNullable(client.state())).orElse(null);
    checkedAt = nanoClock.getAsLong();
    State state = stored == null ? null : stored.state();
    if (!isBehind(state, generation)) {
      job = requireJob(state);
      requireGeneration(generation);
    }
  }

  /** Whether a replica that is behind has returned a state from before this writer has begun. */
  private boolean isBehind(@Nullable State state, long generation) {
    return state != null && state.id().equals(collectionId) && state.claimed() < generation;
  }

  /** Whether this writer has to write its documents; otherwise it did before. */
  boolean mustWrite() {
    return mustWrite;
  }

  /** The generation that this writer writes. */
  long generation() {
    return job.workers().get(share.number()).generation();
  }

  /**
   * Marks this writer as done.
   *
   * @return whether all writers are done and the job must be published
   */
  boolean finish() {
    long generation = generation();
    WriterLease.updateWithoutLease(
        client,
        updates,
        stored -> {
          // Solr refuses to replace a state that is behind, and then this reads it again.
          if (!isBehind(stored, generation)) {
            job = requireJob(stored);
          }
          State state = requireNonNull(stored);
          if (job.isPublished()) {
            return state;
          }
          requireGeneration(generation);
          job = job.with(share.number(), new State.Worker(generation, true));
          return state.withJob(job);
        });
    return !job.isPublished() && done() == share.workers();
  }

  private long done() {
    return job.workers().stream().filter(State.Worker::isDone).count();
  }

  /** Returns one sentence about the progress of the job, as it was before it was published. */
  String describe() {
    if (job.isPublished()) {
      return "the job " + share.job() + " was already published";
    }
    return done() == share.workers()
        ? "the job " + share.job() + " is published"
        : done()
            + " of "
            + share.workers()
            + " workers of the job "
            + share.job()
            + " have finished; the last one publishes the documents";
  }
}

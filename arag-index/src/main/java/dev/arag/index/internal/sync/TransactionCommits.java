package dev.arag.index.internal.sync;

import dev.arag.index.internal.commit.Generation;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.commit.Segment;
import dev.arag.index.internal.commit.TakenOverException;
import dev.arag.index.internal.commit.UnconfirmedCommitException;
import dev.arag.index.internal.failure.Interruptions;
import dev.arag.index.internal.store.DiskFailure;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Publishes the states of a draft, and keeps its segments few. For one thread. */
public final class TransactionCommits {
  private final IndexTransaction draft;
  private final Consumer<Generation> published;
  private boolean mayMerge = true;

  /**
   * @param published hears of each state that is published
   */
  TransactionCommits(IndexTransaction draft, Consumer<Generation> published) {
    this.draft = draft;
    this.published = published;
  }

  public IndexTransaction draft() {
    return draft;
  }

  /** An interrupt waits until this is done: half a step would leave everybody in the dark. */
  public void commit() throws IOException {
    if (!draft.hasChanges()) {
      return;
    }
    Interruptions.check();
    boolean interrupted = Thread.interrupted();
    try {
      published.accept(draft.commit());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Makes few segments of many. All is published already: if there is no room for it now, there may
   * be next time.
   *
   * @param merged hears which segments became which
   * @param warn hears of a failure
   */
  public void mergeWhatIsDue(BiConsumer<List<Segment>, Segment> merged, Consumer<String> warn)
      throws IOException {
    try {
      while (mayMerge && !draft.dueForMerge().isEmpty()) {
        List<Segment> due = draft.dueForMerge();
        merge(due);
        lastSegment().ifPresent(last -> merged.accept(due, last));
      }
    } catch (TakenOverException | UnconfirmedCommitException e) {
      throw e;
    } catch (IOException e) {
      mayMerge = false;
      draft.discard();
      warn.accept("the index was not tidied up: " + DiskFailure.describe(e));
    }
  }

  private Optional<Segment> lastSegment() {
    List<Segment> segments = draft.published().segments();
    return segments.isEmpty() ? Optional.empty() : Optional.of(segments.get(segments.size() - 1));
  }

  /** Writes segments into one, and publishes it. */
  void merge(List<Segment> segments) throws IOException {
    draft.merge(segments, Interruptions::check);
    commit();
  }
}

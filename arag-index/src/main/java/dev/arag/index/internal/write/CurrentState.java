package dev.arag.index.internal.write;

import dev.arag.core.error.AragException;
import dev.arag.index.Index;
import dev.arag.index.internal.commit.CommitPoint;
import dev.arag.index.internal.commit.EmbedderInfo;
import dev.arag.index.internal.search.EmbedderChoice;
import dev.arag.index.internal.search.IndexState;
import dev.arag.index.spi.split.IndexSettings;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The current state of an open index, and all embedders that the index has used. Follows the
 * commits of other processes: before a call, it reads the manifest unless this was done in the last
 * second. One thread reads it; meanwhile, the others use the current commit. Thread-safe.
 */
public final class CurrentState {
  public static final Duration PERIOD = Duration.ofSeconds(1);

  /** Half of the range of {@link System#nanoTime}, so that differences do not overflow. */
  private static final long NEVER = Long.MAX_VALUE / 2;

  private final IndexLocation location;
  private final LongSupplier nanoTime;

  /** The time of the next read of the manifest; {@link #NEVER} later while a thread reads it. */
  private final AtomicLong nextLook;

  private final AtomicBoolean closed = new AtomicBoolean();
  private final Set<EmbedderChoice> embedders = Collections.newSetFromMap(new IdentityHashMap<>());
  private volatile IndexState state;
  private volatile @Nullable EmbedderChoice replacement;

  public CurrentState(
      IndexLocation location,
      CommitPoint generation,
      EmbedderChoice embedder,
      LongSupplier nanoTime) {
    this.location = location;
    this.nanoTime = nanoTime;
    this.nextLook = new AtomicLong(nanoTime.getAsLong() + PERIOD.toNanos());
    this.state = new IndexState(generation, embedder, location.name(), closed::get);
    embedders.add(embedder);
  }

  /**
   * Returns the current state, after reading the manifest if that is due.
   *
   * @throws IllegalStateException if the index is closed
   */
  public IndexState get() {
    requireOpen();
    long due = nextLook.get();
    if (nanoTime.getAsLong() - due >= 0 && nextLook.compareAndSet(due, due + NEVER)) {
      follow();
    }
    return requireOpen();
  }

  private IndexState requireOpen() {
    return state.requireOpen();
  }

  private void follow() {
    try {
      boolean unused = refresh();
    } catch (RuntimeException e) {
      // The current commit still answers. Index.refresh tells the caller the reason.
    } finally {
      nextLook.set(nanoTime.getAsLong() + PERIOD.toNanos());
    }
  }

  /** See {@link Index#refresh}. */
  public boolean refresh() {
    IndexState before = requireOpen();
    try {
      CommitPoint newest = before.commitPoint().newest(location.store());
      return !newest.equals(before.commitPoint())
          && replace(before, newest, embedderFor(before, newest));
    } catch (NoSuchFileException e) {
      if (before.commitPoint().manifest().generation() == 0) {
        return false;
      }
      throw location.notFound(e);
    }
  }

  /**
   * Returns the embedder for a newer commit.
   *
   * @throws dev.arag.core.error.AragException if the caller gave another embedder, or if semantic
   *     searches of the state before work and those of the newer commit would not
   */
  private EmbedderChoice embedderFor(IndexState before, CommitPoint newer) {
    EmbedderInfo stored = newer.manifest().embedder();
    EmbedderChoice next = replacement;
    EmbedderChoice embedder =
        next != null && stored != null && next.isOf(stored)
            ? next
            : before.embedder().after(stored);
    embedder.requireSame(stored, location.name());
    if (stored != null
        && before.embedder().embedder() != null
        && before.commitPoint().manifest().embedder() != null) {
      embedder.requireNothingMissing(location.name());
    }
    return embedder;
  }

  /**
   * Returns the newest commit, and makes it current if searches can use it. Another process may
   * have written this commit.
   *
   * @param settings the settings to use if the index has no commit yet
   */
  public CommitPoint newest(IndexSettings settings) {
    IndexState before = requireOpen();
    CommitPoint newest;
    try {
      newest = before.commitPoint().newest(location.store());
    } catch (NoSuchFileException noCommitYet) {
      return CommitPoint.empty(settings);
    }
    try {
      boolean unused =
          !newest.equals(before.commitPoint())
              && replace(before, newest, embedderFor(before, newest));
    } catch (AragException e) {
      // The write fails by itself if it needs the embedder.
    }
    return newest;
  }

  /** Makes a commit of this index current. */
  synchronized void adopt(CommitPoint committed) {
    if (!committed.equals(state.commitPoint())) {
      use(committed, state.embedder().after(committed.manifest().embedder()));
    }
  }

  /** Does nothing if another thread has changed the state, or if the index is closed. */
  private synchronized boolean replace(
      IndexState before, CommitPoint newest, EmbedderChoice embedder) {
    if (state != before || isClosed()) {
      return false;
    }
    use(newest, embedder);
    return true;
  }

  /**
   * Sets the embedder with which a write replaces all vectors. If the write fails after its commit,
   * later commits are used with this embedder.
   */
  public void prepare(EmbedderChoice embedder) {
    replacement = embedder;
  }

  public synchronized void use(EmbedderChoice embedder) {
    use(state.commitPoint(), embedder);
  }

  private synchronized void use(CommitPoint generation, EmbedderChoice embedder) {
    embedders.add(embedder);
    state = new IndexState(generation, embedder, location.name(), closed::get);
  }

  /**
   * Closes the current state and all earlier states, so that their methods throw.
   *
   * @return false if the index was already closed
   */
  boolean close() {
    return closed.compareAndSet(false, true);
  }

  boolean isClosed() {
    return closed.get();
  }

  synchronized void closeEmbedders() {
    embedders.forEach(EmbedderChoice::closeIfOwned);
  }
}

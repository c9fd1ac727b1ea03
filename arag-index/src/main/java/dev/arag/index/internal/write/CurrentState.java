package dev.arag.index.internal.write;

import dev.arag.core.error.AragException;
import dev.arag.index.Index;
import dev.arag.index.internal.commit.CommitPoint;
import dev.arag.index.internal.commit.EncoderInfo;
import dev.arag.index.internal.search.EncoderChoice;
import dev.arag.index.internal.search.IndexState;
import dev.arag.index.split.IndexSettings;
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
 * The current state of an open index, and all encoders that the index has used. Follows the commits
 * of other processes: before a call, it reads the manifest unless this was done in the last second.
 * One thread reads it; meanwhile, the others use the current commit. Thread-safe.
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
  private final Set<EncoderChoice> encoders = Collections.newSetFromMap(new IdentityHashMap<>());
  private volatile IndexState state;
  private volatile @Nullable EncoderChoice replacement;

  public CurrentState(
      IndexLocation location,
      CommitPoint generation,
      EncoderChoice encoder,
      LongSupplier nanoTime) {
    this.location = location;
    this.nanoTime = nanoTime;
    this.nextLook = new AtomicLong(nanoTime.getAsLong() + PERIOD.toNanos());
    this.state = new IndexState(generation, encoder, location.name(), closed::get);
    encoders.add(encoder);
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
          && replace(before, newest, encoderFor(before, newest));
    } catch (NoSuchFileException e) {
      if (before.commitPoint().manifest().generation() == 0) {
        return false;
      }
      throw location.notFound(e);
    }
  }

  /**
   * Returns the encoder for a newer commit.
   *
   * @throws dev.arag.core.error.AragException if the caller gave another encoder, or if semantic
   *     searches of the state before work and those of the newer commit would not
   */
  private EncoderChoice encoderFor(IndexState before, CommitPoint newer) {
    EncoderInfo stored = newer.manifest().encoder();
    EncoderChoice next = replacement;
    EncoderChoice encoder =
        next != null && stored != null && next.isOf(stored) ? next : before.encoder().after(stored);
    encoder.requireSame(stored, location.name());
    if (stored != null
        && before.encoder().embedder() != null
        && before.commitPoint().manifest().encoder() != null) {
      encoder.requireNothingMissing(location.name());
    }
    return encoder;
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
              && replace(before, newest, encoderFor(before, newest));
    } catch (AragException e) {
      // The write fails by itself if it needs the encoder.
    }
    return newest;
  }

  /** Makes a commit of this index current. */
  synchronized void adopt(CommitPoint committed) {
    if (!committed.equals(state.commitPoint())) {
      use(committed, state.encoder().after(committed.manifest().encoder()));
    }
  }

  /** Does nothing if another thread has changed the state, or if the index is closed. */
  private synchronized boolean replace(
      IndexState before, CommitPoint newest, EncoderChoice encoder) {
    if (state != before || isClosed()) {
      return false;
    }
    use(newest, encoder);
    return true;
  }

  /**
   * Sets the encoder with which a write replaces all vectors. If the write fails after its commit,
   * later commits are used with this encoder.
   */
  public void prepare(EncoderChoice encoder) {
    replacement = encoder;
  }

  public synchronized void use(EncoderChoice encoder) {
    use(state.commitPoint(), encoder);
  }

  private synchronized void use(CommitPoint generation, EncoderChoice encoder) {
    encoders.add(encoder);
    state = new IndexState(generation, encoder, location.name(), closed::get);
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

  synchronized void closeEncoders() {
    encoders.forEach(EncoderChoice::closeIfOwned);
  }
}

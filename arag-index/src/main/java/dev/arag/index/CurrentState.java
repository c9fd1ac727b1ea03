package dev.arag.index;

import dev.arag.index.internal.commit.CommitPoint;
import dev.arag.index.internal.commit.IndexSettings;
import dev.arag.index.internal.search.EncoderChoice;
import dev.arag.index.internal.search.IndexState;
import java.nio.file.NoSuchFileException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** The current state of an open index, and all encoders that the index has used. Thread-safe. */
final class CurrentState {
  private final IndexLocation location;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Set<EncoderChoice> encoders = Collections.newSetFromMap(new IdentityHashMap<>());
  private volatile IndexState state;

  CurrentState(IndexLocation location, CommitPoint generation, EncoderChoice encoder) {
    this.location = location;
    this.state = new IndexState(generation, encoder, location.name(), closed::get);
    encoders.add(encoder);
  }

  /**
   * @throws IllegalStateException if the index is closed
   */
  IndexState get() {
    return state.requireOpen();
  }

  /** See {@link Index#refresh}. */
  boolean refresh() {
    IndexState before = get();
    try {
      CommitPoint newest = before.commitPoint().newest(location.store());
      return !newest.equals(before.commitPoint()) && replace(before, newest);
    } catch (NoSuchFileException e) {
      if (before.commitPoint().manifest().generation() == 0) {
        return false;
      }
      throw location.notFound(e);
    }
  }

  /**
   * Makes the newest commit current and returns it. Another process may have written this commit.
   *
   * @param settings the settings to use if the index has no commit yet
   */
  CommitPoint newest(IndexSettings settings) {
    try {
      CommitPoint newest = get().commitPoint().newest(location.store());
      adopt(newest);
      return newest;
    } catch (NoSuchFileException noCommitYet) {
      return CommitPoint.empty(settings);
    }
  }

  synchronized void adopt(CommitPoint committed) {
    if (!committed.equals(state.commitPoint())) {
      replace(state, committed);
    }
  }

  private synchronized boolean replace(IndexState before, CommitPoint newest) {
    if (state != before) {
      return false;
    }
    use(newest, before.encoder().after(newest.manifest().encoder()));
    return true;
  }

  synchronized void use(EncoderChoice encoder) {
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

package dev.arag.index;

import static java.util.Objects.requireNonNull;

import dev.arag.core.error.CorpusException;
import dev.arag.core.internal.failure.Causes;
import dev.arag.index.internal.sync.Cancellation;
import dev.arag.index.sync.SyncProgress;
import dev.arag.index.sync.SyncReport;
import dev.arag.index.sync.WriteCancelledException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A handle to a sync that was started by {@link Index#startSync} or {@link Index#startPut} and runs
 * on its own daemon thread. The thread is named {@code arag-index-sync} and ends with the sync.
 * Closing the handle cancels the sync if it is still running. Thread-safe.
 */
public final class SyncHandle implements AutoCloseable {
  private final Cancellation cancellation;
  private final Duration closeTimeout;
  private final CompletableFuture<SyncReport> result = new CompletableFuture<>();
  private final List<Consumer<SyncProgress>> listeners = new ArrayList<>();
  private final Thread thread;
  private volatile @Nullable SyncProgress latest;

  private SyncHandle(
      Cancellation cancellation,
      Duration closeTimeout,
      Function<Consumer<SyncProgress>, SyncReport> sync) {
    this.cancellation = cancellation;
    this.closeTimeout = closeTimeout;
    this.thread = new Thread(null, () -> run(sync), "arag-index-sync", 0, false);
    thread.setDaemon(true);
  }

  /**
   * Starts a sync.
   *
   * @param sync performs the sync and reports its progress
   */
  static SyncHandle start(
      Cancellation cancellation,
      Duration closeTimeout,
      Function<Consumer<SyncProgress>, SyncReport> sync) {
    SyncHandle handle = new SyncHandle(cancellation, closeTimeout, sync);
    handle.thread.start();
    return handle;
  }

  private void run(Function<Consumer<SyncProgress>, SyncReport> sync) {
    try {
      result.complete(sync.apply(this::report));
    } catch (Throwable e) {
      result.completeExceptionally(e);
    }
  }

  private synchronized void report(SyncProgress progress) {
    latest = progress;
    listeners.forEach(listener -> listener.accept(progress));
  }

  /**
   * Adds a listener. If the sync has already reported progress, the listener receives the latest
   * progress at once, on the caller's thread. Later updates are delivered on the sync thread, one
   * at a time. If the listener throws an exception on the sync thread, the sync fails with that
   * exception.
   *
   * @return this handle
   */
  public synchronized SyncHandle onProgress(Consumer<SyncProgress> listener) {
    requireNonNull(listener, "listener");
    progress().ifPresent(listener);
    listeners.add(listener);
    return this;
  }

  /** Returns the latest progress; empty if the sync has not reported any yet. */
  public Optional<SyncProgress> progress() {
    return Optional.ofNullable(latest);
  }

  /**
   * Requests that the sync stops, and returns at once. The sync stops before the next document or
   * the next call to the embedder, and interrupts a parser or embedder that is running. It then
   * ends with a {@link WriteCancelledException}. Completed commits are kept. Has no effect if the
   * sync has already ended.
   */
  public void cancel() {
    cancellation.request();
  }

  /**
   * Waits for the sync to finish.
   *
   * @return the report of the sync
   * @throws IllegalStateException if a progress listener calls this method while the sync runs,
   *     because the sync waits for its listeners
   * @throws WriteCancelledException if the sync was cancelled
   * @throws CorpusException if the waiting thread is interrupted; its interrupt flag stays set, and
   *     the sync continues
   * @throws RuntimeException if the sync failed; this is the exception that ended it; see {@link
   *     Index#sync(List, Consumer)}
   */
  public SyncReport await() {
    if (Thread.currentThread() == thread && !result.isDone()) {
      throw new IllegalStateException(
          "A progress listener must not wait for its own sync. Wait on another thread, or use"
              + " toFuture().");
    }
    try {
      return result.get();
    } catch (ExecutionException e) {
      throw Causes.unchecked(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CorpusException(
          "Interrupted while waiting for a sync. The sync continues until its handle is cancelled.",
          e);
    }
  }

  /**
   * Returns a future that completes with the report, or exceptionally if the sync fails. Cancelling
   * the future does not cancel the sync.
   */
  public CompletableFuture<SyncReport> toFuture() {
    return result.copy();
  }

  /**
   * Cancels the sync if it is still running, and waits for it to end, but no longer than {@link
   * Index.Builder#closeTimeout} (5 seconds by default). If a parser or embedder call is still
   * running after that time, the sync ends when the call returns. Does not wait if a progress
   * listener calls this method, or if the calling thread is interrupted. Never throws the exception
   * that ended the sync.
   */
  @Override
  public void close() {
    cancel();
    if (Thread.currentThread() == thread) {
      return;
    }
    try {
      result.get(closeTimeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // The exception of the sync belongs to await; after a timeout, the sync ends later.
    }
  }
}

package dev.arag.index.internal.scan;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A scan in slices, run by the calling thread and idle helpers. The caller waits only for helpers
 * that have started, which finish their current slice.
 *
 * @param <W> collector of the results of one thread
 */
public final class ParallelScan<W> {
  /** Scans one slice. */
  @FunctionalInterface
  public interface Slice<W> {
    void scan(W collector, int number);
  }

  private final int slices;
  private final Supplier<W> collectors;
  private final Slice<W> slice;
  private final AtomicInteger next = new AtomicInteger();
  private final List<W> collected = new ArrayList<>();
  private int helping;
  private boolean isOver;
  private @Nullable Throwable failure;

  private ParallelScan(int slices, Supplier<W> collectors, Slice<W> slice) {
    this.slices = slices;
    this.collectors = collectors;
    this.slice = slice;
  }

  /**
   * Scans all slices. All threads have finished when it returns or throws.
   *
   * @param collectors creates the collector of a thread; called on any thread
   * @param before called on this thread first and before each of its slices; not for a single
   *     slice; may throw to end the scan
   * @return the collectors of all threads that took part; together they cover every slice
   */
  public static <W> List<W> run(
      int slices, Supplier<W> collectors, Slice<W> slice, Runnable before) {
    ParallelScan<W> scan = new ParallelScan<>(slices, collectors, slice);
    if (slices == 1) {
      scan.work(() -> {});
    } else {
      before.run();
      ScanThreads.offer(scan::help, slices - 1);
      scan.work(before);
    }
    return scan.end();
  }

  private void help() {
    if (begin()) {
      work(() -> {});
      leave();
    }
  }

  private synchronized boolean begin() {
    helping += isOver ? 0 : 1;
    return !isOver;
  }

  private synchronized void leave() {
    helping--;
    notifyAll();
  }

  @SuppressWarnings("ThreadPriorityCheck")
  private void work(Runnable before) {
    try {
      int number = next.getAndIncrement();
      W own = number < slices ? collector() : null;
      while (own != null && number < slices) {
        before.run();
        slice.scan(own, number);
        number = next.getAndIncrement();
      }
      // Some JVMs report a truncated mapping only at such a call.
      Thread.yield();
    } catch (Throwable e) {
      fail(e);
    }
  }

  private W collector() {
    W own = collectors.get();
    synchronized (this) {
      collected.add(own);
    }
    return own;
  }

  private synchronized void fail(Throwable e) {
    next.set(slices);
    if (failure == null) {
      failure = e;
    }
  }

  private synchronized List<W> end() {
    isOver = true;
    awaitHelpers();
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
    return collected;
  }

  /** Waits for all helpers; an interrupt is deferred. */
  private synchronized void awaitHelpers() {
    boolean isInterrupted = false;
    while (helping > 0) {
      try {
        wait();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

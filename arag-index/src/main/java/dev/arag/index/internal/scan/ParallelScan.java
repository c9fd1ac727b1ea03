package dev.arag.index.internal.scan;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Scans slices in the calling thread and in idle helper threads. At the end, the caller waits only
 * for helper threads that have started, until each has finished its current slice.
 *
 * @param <W> the type of object that collects the results of one thread
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
   * Scans all slices. No thread is still scanning when this method returns or throws an exception.
   *
   * @param collectors creates the collector of each thread; called by any thread
   * @param before called by the calling thread at the start and before each slice that it scans;
   *     may throw an exception to stop the scan. Not called if there is only one slice.
   * @return the collectors of all threads that scanned a slice; together they contain the results
   *     of all slices
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

  private void work(Runnable before) {
    try {
      int number = next.getAndIncrement();
      W own = number < slices ? collector() : null;
      while (own != null && number < slices) {
        before.run();
        slice.scan(own, number);
        number = next.getAndIncrement();
      }
      // Some JVM versions throw the error for a truncated mapped file only at a call of native
      // code. Thread.yield would take long on a busy machine.
      long unused = Runtime.getRuntime().totalMemory();
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

  /**
   * Waits for all helper threads. If this thread is interrupted, the interrupt flag is set after
   * the wait.
   */
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

package dev.arag.index.internal.scan;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A scan in slices, which the calling thread and idle helpers take one after the other. The caller
 * never waits for a helper to begin, only for those that did: each finishes the slice it is at.
 *
 * @param <W> what gathers the findings of one thread
 */
public final class SharedScan<W> {
  /** Scans one slice. */
  @FunctionalInterface
  public interface Slice<W> {
    void scan(W gathered, int number);
  }

  private final int slices;
  private final Supplier<W> gatherers;
  private final Slice<W> slice;
  private final AtomicInteger next = new AtomicInteger();
  private final List<W> gathered = new ArrayList<>();
  private int helping;
  private boolean isOver;
  private @Nullable Throwable failure;

  private SharedScan(int slices, Supplier<W> gatherers, Slice<W> slice) {
    this.slices = slices;
    this.gatherers = gatherers;
    this.slice = slice;
  }

  /**
   * Scans all slices. When it returns or throws, no thread is at it any more.
   *
   * @param gatherers makes what a thread gathers its findings in; called by any of the threads
   * @param before called by this thread before each slice it takes, and first of all; not at all
   *     for a single slice; may throw to end the scan
   * @return what was gathered, by as many threads as took part; every slice is in one of them
   */
  public static <W> List<W> run(
      int slices, Supplier<W> gatherers, Slice<W> slice, Runnable before) {
    SharedScan<W> scan = new SharedScan<>(slices, gatherers, slice);
    if (slices == 1) {
      scan.work(() -> {});
    } else {
      before.run();
      Helpers.invite(scan::help, slices - 1);
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
      W own = number < slices ? gatherer() : null;
      while (own != null && number < slices) {
        before.run();
        slice.scan(own, number);
        number = next.getAndIncrement();
      }
      // The JVM tells of a mapped file that was cut at such a call at the latest.
      Thread.yield();
    } catch (Throwable e) {
      fail(e);
    }
  }

  private W gatherer() {
    W own = gatherers.get();
    synchronized (this) {
      gathered.add(own);
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
    return gathered;
  }

  /** Not even an interrupt leaves helpers behind; it is not forgotten. */
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

package dev.arag.index;

import dev.arag.core.internal.failure.Causes;
import dev.arag.index.internal.failure.Interruptions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Does work ahead of the thread that takes its results, which come in the order in which the work
 * was given. Helpers do some of it, and that thread itself whatever they have not begun when it is
 * needed: without helpers, all. Results are taken while more work is given, so that only so much is
 * ahead. For one thread, which closes it: no helper is left then.
 */
final class OrderedPrefetcher implements AutoCloseable {
  /** Even the smallest work weighs this much, which bounds how many are ahead. */
  private static final long LEAST_WEIGHT = 1_024;

  private static final FutureTask<?> END = new FutureTask<>(() -> true);

  private final int mostHelpers;
  private final long mostWeight;
  private final Deque<Step> steps = new ArrayDeque<>();
  private final LinkedBlockingQueue<FutureTask<?>> open = new LinkedBlockingQueue<>();
  private final List<Thread> helpers = new ArrayList<>();
  private long weight;

  /** Work, and what to do once it is done. */
  private record Step(FutureTask<?> work, long weight, Runnable then) {}

  /**
   * @param mostHelpers threads beside this one, which are started when there is work for them; may
   *     be 0
   * @param mostWeight how much may be ahead, in whatever work is weighed; a single one may be
   *     heavier
   */
  OrderedPrefetcher(int mostHelpers, long mostWeight) {
    this.mostHelpers = mostHelpers;
    this.mostWeight = mostWeight;
  }

  /**
   * Gives work.
   *
   * @param work done by any thread, once
   * @param then takes the result on this thread, in order; what it throws comes out of whichever
   *     call is at it, and all that is still ahead is forgotten
   */
  <T> void add(Callable<T> work, long itsWeight, Consumer<T> then) throws InterruptedException {
    FutureTask<T> task = new FutureTask<>(work);
    open.add(task);
    add(new Step(task, itsWeight + LEAST_WEIGHT, () -> then.accept(result(task))));
    startHelper();
    while (!steps.isEmpty() && (weight > mostWeight || isReady(steps.getFirst()))) {
      takeFirst();
    }
  }

  /** Without helpers nothing is gained by waiting. */
  private boolean isReady(Step step) {
    return mostHelpers == 0 || step.work().isDone();
  }

  /** Does something in order, at once if nothing is ahead. */
  void then(Runnable what) {
    if (steps.isEmpty()) {
      what.run();
    } else {
      FutureTask<?> nothing = new FutureTask<>(() -> true);
      nothing.run();
      add(new Step(nothing, LEAST_WEIGHT, what));
    }
  }

  private void add(Step step) {
    steps.add(step);
    weight += step.weight();
  }

  /** Takes all that is ahead. */
  void finish() throws InterruptedException {
    while (!steps.isEmpty()) {
      takeFirst();
    }
  }

  private void takeFirst() throws InterruptedException {
    Step first = steps.removeFirst();
    weight -= first.weight();
    boolean isTaken = false;
    try {
      complete(first.work());
      first.then().run();
      isTaken = true;
    } finally {
      if (!isTaken) {
        forget();
      }
    }
  }

  /** While a helper is at it, this thread does what comes next. */
  private void complete(FutureTask<?> work) throws InterruptedException {
    open.remove(work);
    work.run();
    while (!work.isDone()) {
      FutureTask<?> next = open.poll();
      if (next == null) {
        awaitDone(work);
      } else {
        next.run();
      }
    }
  }

  private static void awaitDone(FutureTask<?> work) throws InterruptedException {
    try {
      work.get();
    } catch (ExecutionException e) {
      // Whoever takes the result gets to know.
    }
  }

  private static <T> T result(FutureTask<T> done) {
    try {
      return done.get();
    } catch (InterruptedException e) {
      throw Interruptions.failure(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(Causes.of(e));
    }
  }

  /** The first piece of work is this thread's own. */
  private void startHelper() {
    if (helpers.size() >= Math.min(mostHelpers, open.size() - 1)) {
      return;
    }
    Thread helper = new Thread(null, this::help, "arag-sync", 0, false);
    helper.setDaemon(true);
    helper.setContextClassLoader(null);
    try {
      helper.start();
      helpers.add(helper);
    } catch (OutOfMemoryError noMoreThreads) {
      // Then this thread does it all.
    }
  }

  private void help() {
    try {
      for (FutureTask<?> work = open.take(); work != END; work = open.take()) {
        work.run();
      }
    } catch (InterruptedException e) {
      // Nobody of ours interrupts it; the work is done without.
    }
  }

  private void forget() {
    steps.clear();
    open.clear();
    weight = 0;
  }

  /** Waits for what helpers are at; an interrupt is kept until then. */
  @Override
  public void close() {
    forget();
    helpers.forEach(helper -> open.add(END));
    boolean isInterrupted = false;
    for (Thread helper : helpers) {
      isInterrupted |= awaitEnd(helper);
    }
    helpers.clear();
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean awaitEnd(Thread helper) {
    boolean isInterrupted = false;
    while (true) {
      try {
        helper.join();
        return isInterrupted;
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
  }
}

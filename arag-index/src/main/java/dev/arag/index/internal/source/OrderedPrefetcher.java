package dev.arag.index.internal.source;

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
 * Runs tasks on helper threads and passes their results to consumers in the order of submission. If
 * a task has not started when its result is needed, the consuming thread runs the task itself.
 * Without helper threads, the consuming thread runs all tasks. {@link #add} also consumes results,
 * so that the number of pending tasks stays bounded. Not thread-safe; the thread that uses a
 * prefetcher must also close it. {@link #close} ends all helper threads.
 */
public final class OrderedPrefetcher implements AutoCloseable {
  /** Added to the weight of each task, so that tasks of weight 0 are bounded too. */
  private static final long MIN_WEIGHT = 1_024;

  private static final FutureTask<?> END = new FutureTask<>(() -> true);

  private final int maxHelpers;
  private final long maxWeight;
  private final Deque<PendingTask> steps = new ArrayDeque<>();
  private final LinkedBlockingQueue<FutureTask<?>> open = new LinkedBlockingQueue<>();
  private final List<Thread> helpers = new ArrayList<>();
  private long weight;

  /** A task and the consumer of its result. */
  private record PendingTask(FutureTask<?> work, long weight, Runnable then) {}

  /**
   * @param maxHelpers the maximum number of helper threads, which are started on demand; may be 0
   * @param maxWeight the maximum total weight of pending tasks; a single task may exceed it
   */
  public OrderedPrefetcher(int maxHelpers, long maxWeight) {
    this.maxHelpers = maxHelpers;
    this.maxWeight = maxWeight;
  }

  /**
   * Adds a task and consumes the results that are ready.
   *
   * @param work the task; it runs once, on any thread
   * @param then consumes the result on this thread, in the order of submission. If it throws, all
   *     pending tasks are discarded, and the method that called it throws the exception
   */
  public <T> void add(Callable<T> work, long itsWeight, Consumer<T> then)
      throws InterruptedException {
    FutureTask<T> task = new FutureTask<>(work);
    open.add(task);
    add(new PendingTask(task, itsWeight + MIN_WEIGHT, () -> then.accept(result(task))));
    startHelper();
    while (!steps.isEmpty() && (weight > maxWeight || isReady(steps.getFirst()))) {
      consumeFirst();
    }
  }

  /** Without helper threads, the result of a task is always consumed at once. */
  private boolean isReady(PendingTask step) {
    return maxHelpers == 0 || step.work().isDone();
  }

  /** Runs an action after all tasks added so far; at once if no task is pending. */
  public void then(Runnable action) {
    if (steps.isEmpty()) {
      action.run();
    } else {
      FutureTask<?> nothing = new FutureTask<>(() -> true);
      nothing.run();
      add(new PendingTask(nothing, MIN_WEIGHT, action));
    }
  }

  private void add(PendingTask step) {
    steps.add(step);
    weight += step.weight();
  }

  /** Waits for all pending tasks and consumes their results. */
  public void finish() throws InterruptedException {
    while (!steps.isEmpty()) {
      consumeFirst();
    }
  }

  private void consumeFirst() throws InterruptedException {
    PendingTask first = steps.removeFirst();
    weight -= first.weight();
    boolean isConsumed = false;
    try {
      complete(first.work());
      first.then().run();
      isConsumed = true;
    } finally {
      if (!isConsumed) {
        discardAll();
      }
    }
  }

  /** Runs the task on this thread. If a helper already runs it, this thread runs later tasks. */
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
      // The exception is thrown again when the result is consumed.
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

  /** Starts a helper thread if needed. The consuming thread itself runs the first open task. */
  private void startHelper() {
    if (helpers.size() >= Math.min(maxHelpers, open.size() - 1)) {
      return;
    }
    Thread helper = new Thread(null, this::help, "arag-sync", 0, false);
    helper.setDaemon(true);
    helper.setContextClassLoader(null);
    try {
      helper.start();
      helpers.add(helper);
    } catch (OutOfMemoryError noMoreThreads) {
      // Without a helper, this thread runs all tasks.
    }
  }

  private void help() {
    try {
      for (FutureTask<?> work = open.take(); work != END; work = open.take()) {
        work.run();
      }
    } catch (InterruptedException e) {
      // The consuming thread runs the remaining tasks.
    }
  }

  private void discardAll() {
    steps.clear();
    open.clear();
    weight = 0;
  }

  /**
   * Waits until the helper threads have finished their current tasks. An interrupt does not end the
   * wait; the interrupt flag is set again afterwards.
   */
  @Override
  public void close() {
    discardAll();
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

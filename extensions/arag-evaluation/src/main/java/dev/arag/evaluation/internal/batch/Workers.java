package dev.arag.evaluation.internal.batch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Threads that execute the runs of a batch. All threads stop if one of them fails or if the caller
 * is interrupted.
 */
final class Workers<T> {
  private static final Duration GRACE_PERIOD = Duration.ofSeconds(20);

  private final Iterator<T> tasks;
  private final Consumer<T> work;
  private final List<Thread> threads = new ArrayList<>();
  private boolean isStopped;
  private @Nullable Throwable failure;

  /**
   * @param tasks is called by one thread at a time
   * @param work executes one task; several threads call it at the same time
   */
  Workers(int number, Iterator<T> tasks, Consumer<T> work) {
    this.tasks = tasks;
    this.work = work;
    for (int i = 1; i <= number; i++) {
      Thread thread = new Thread(this::execute, "arag-batch-" + i);
      thread.setDaemon(true);
      threads.add(thread);
    }
  }

  /**
   * Executes all tasks.
   *
   * @return the failure of the first task that failed; empty if none failed
   * @throws InterruptedException if the caller was interrupted; all tasks have been interrupted and
   *     have ended, or did not end within 20 seconds
   */
  Optional<Throwable> run() throws InterruptedException {
    threads.forEach(Thread::start);
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      stop();
      awaitEnd();
      throw e;
    }
    synchronized (this) {
      return Optional.ofNullable(failure);
    }
  }

  private void awaitEnd() {
    long end = System.nanoTime() + GRACE_PERIOD.toNanos();
    boolean isInterrupted = false;
    for (Thread thread : threads) {
      long left = Math.max(1, Duration.ofNanos(end - System.nanoTime()).toMillis());
      try {
        thread.join(left);
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void execute() {
    try {
      for (Optional<T> task = next(); task.isPresent(); task = next()) {
        work.accept(task.get());
      }
    } catch (Throwable e) {
      fail(e);
    }
  }

  private synchronized Optional<T> next() {
    return isStopped || !tasks.hasNext() ? Optional.empty() : Optional.of(tasks.next());
  }

  private synchronized void fail(Throwable e) {
    failure = failure == null ? e : failure;
    stop();
  }

  private synchronized void stop() {
    if (!isStopped) {
      isStopped = true;
      threads.forEach(Thread::interrupt);
    }
  }
}

package dev.arag.index.ingest;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Runs parsers on a thread of their own, one at a time, so that one that never ends holds up
 * nobody: it is interrupted, and if that does not help, left behind. For one thread, which closes
 * it.
 */
final class ParseThread implements AutoCloseable {
  /** How long an interrupted parser may take to notice. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  /** So many that do not end keep all cores of a small machine busy; no more are started then. */
  private static final int MAX_STUCK = 4;

  /** The same wherever the library is called from, so that deep nesting fails alike. */
  private static final long STACK_BYTES = 1024 * 1024;

  private static final FutureTask<?> END = new FutureTask<>(() -> true);

  private final Duration limit;
  private @Nullable Worker worker;
  private int stuck;

  ParseThread(Duration limit) {
    this.limit = limit;
  }

  private static final class Worker implements Runnable {
    private final LinkedBlockingQueue<FutureTask<?>> tasks = new LinkedBlockingQueue<>();

    static Worker start() {
      Worker worker = new Worker();
      Thread thread = new Thread(null, worker, "arag-parser", STACK_BYTES);
      thread.setDaemon(true);
      thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
      thread.start();
      return worker;
    }

    @Override
    public void run() {
      try {
        for (FutureTask<?> task = tasks.take(); task != END; task = tasks.take()) {
          task.run();
          // An interrupt that came too late is not for the next file.
          Thread.interrupted();
        }
      } catch (InterruptedException e) {
        // Nobody waits for this thread any more.
      }
    }
  }

  /**
   * Runs one parser and waits for it.
   *
   * @return nothing if it was stopped and may go on for some time: what it was given is its own
   * @throws UnreadableSourceException if four parsers were left behind before
   * @throws ExecutionException with what the parser threw
   */
  <T> @Nullable T run(Callable<T> parser) throws InterruptedException, ExecutionException {
    if (stuck >= MAX_STUCK) {
      throw new UnreadableSourceException(
          "not read, since the parsers of " + stuck + " other files of this source do not end");
    }
    FutureTask<T> task = new FutureTask<>(parser);
    Worker running = worker == null ? Worker.start() : worker;
    worker = running;
    running.tasks.add(task);
    try {
      return task.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      stop(task, running);
      return null;
    } catch (InterruptedException e) {
      stop(task, running);
      throw e;
    }
  }

  /** The next file gets another thread unless this one is free again. */
  private void stop(FutureTask<?> task, Worker running) throws InterruptedException {
    task.cancel(true);
    FutureTask<Boolean> free = new FutureTask<>(() -> true);
    running.tasks.add(free);
    try {
      free.get(GRACE.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      running.tasks.add(END);
      worker = null;
      stuck++;
    }
  }

  /** Does not wait for a parser that was left behind. */
  @Override
  public void close() {
    if (worker != null) {
      worker.tasks.add(END);
    }
  }
}

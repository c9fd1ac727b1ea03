package dev.arag.index.internal.ingest;

import dev.arag.index.spi.UnreadableSourceException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Runs parsers on a separate thread, one at a time. A parser that takes too long is interrupted. If
 * the parser does not stop, its thread is abandoned, so that other files can be parsed. Not
 * thread-safe; the thread that uses an instance must also close it.
 */
public final class ParseThread implements AutoCloseable {
  /** The time that an interrupted parser has to stop before its thread is abandoned. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  /** The maximum number of abandoned parsers. More of them could keep all cores busy. */
  private static final int MAX_STUCK = 4;

  /** The stack size is fixed, so that deep nesting fails in the same way for every caller. */
  private static final long STACK_BYTES = 1024 * 1024;

  private static final FutureTask<?> END = new FutureTask<>(() -> true);

  private @Nullable Worker worker;
  private int stuck;

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
          // Clear an interrupt that arrived after the task ended. It must not affect the next file.
          Thread.interrupted();
        }
      } catch (InterruptedException e) {
        // The worker was abandoned, and no caller waits for it.
      }
    }
  }

  /**
   * Runs one parser and waits for it.
   *
   * @return the result; null if the parser exceeded the time limit. In this case, the parser may
   *     still be reading its input
   * @throws UnreadableSourceException if four parsers have already been abandoned
   * @throws ExecutionException if the parser failed; the cause is the parser's exception
   */
  public <T> @Nullable T run(Duration limit, Callable<T> parser)
      throws InterruptedException, ExecutionException {
    if (stuck >= MAX_STUCK) {
      throw new UnreadableSourceException(
          ("it was not read, because the parsers of %s other files of this source exceeded"
                  + " the time limit and are still running; remove these files and sync again")
              .formatted(stuck));
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

  /** Interrupts the task. If its thread does not become free in time, the thread is abandoned. */
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

  /** Does not wait for abandoned parsers. */
  @Override
  public void close() {
    if (worker != null) {
      worker.tasks.add(END);
    }
  }
}

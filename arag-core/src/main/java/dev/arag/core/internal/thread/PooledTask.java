package dev.arag.core.internal.thread;

import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A task for a thread that runs other tasks later. The task has the context class loader of the
 * thread that creates it. An interrupt never reaches another task.
 */
final class PooledTask<T> extends FutureTask<T> {
  /** The name of a thread that runs no task. */
  static final String IDLE = "arag-idle";

  private final String name;
  private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();
  private @Nullable Thread thread;
  private boolean isInterrupted;

  /**
   * @param name the name of the thread while it runs the task
   */
  PooledTask(String name, Supplier<T> work) {
    super(work::get);
    this.name = name;
  }

  /** Interrupts the work; if it has not begun, it begins interrupted. */
  synchronized void interrupt() {
    isInterrupted = true;
    if (thread != null) {
      thread.interrupt();
    }
  }

  @Override
  public void run() {
    begin();
    try {
      super.run();
    } finally {
      end();
    }
  }

  private synchronized void begin() {
    thread = Thread.currentThread();
    thread.setName(name);
    thread.setContextClassLoader(loader);
    if (isInterrupted) {
      thread.interrupt();
    }
  }

  private synchronized void end() {
    Thread.currentThread().setContextClassLoader(null);
    Thread.currentThread().setName(IDLE);
    thread = null;
    boolean unused = Thread.interrupted();
  }
}

package dev.arag.core.internal.thread;

import dev.arag.core.internal.failure.Causes;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs calls that may block or compute on platform threads. Such a call never runs on a virtual
 * thread, because the JDK's scheduler of virtual threads does not preempt a thread that computes or
 * executes native code. A few such calls would delay all other virtual threads of the process.
 *
 * <p>Each call gets a new daemon thread. There is no thread pool, so no call waits in a queue, and
 * thread locals and interrupts of one call cannot reach another call.
 */
public final class CallThreads {
  private static final @Nullable MethodHandle IS_VIRTUAL = isVirtualMethod();

  private CallThreads() {}

  /** Runs a task on a new thread. */
  public static Thread start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /**
   * Runs work and waits for its result. The work runs on the current thread, or on a new thread if
   * the current thread is virtual. An interrupt of the current thread interrupts the work.
   */
  public static <T> T call(String name, Supplier<T> work) {
    if (!isCurrentVirtual()) {
      return work.get();
    }
    FutureTask<T> task = new FutureTask<>(work::get);
    return await(task, start(name, task), () -> {});
  }

  /**
   * Waits for the result of a task that runs on another thread. An interrupt of the current thread
   * interrupts the task.
   *
   * @param onInterrupt runs before the task is interrupted
   */
  public static <T> T await(Future<T> task, Thread thread, Runnable onInterrupt) {
    boolean isInterrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          isInterrupted = true;
          onInterrupt.run();
          thread.interrupt();
        }
      }
    } catch (ExecutionException e) {
      throw Causes.unchecked(e);
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Whether the current thread is virtual. */
  public static boolean isCurrentVirtual() {
    Thread thread = Thread.currentThread();
    try {
      return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(thread);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("Thread.isVirtual failed.", e);
    }
  }

  /**
   * Returns a handle of {@code Thread.isVirtual}, or null if the JDK has no virtual threads. The
   * method is looked up by name because the library is compiled for Java 17, which does not have
   * it.
   */
  private static @Nullable MethodHandle isVirtualMethod() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }
}

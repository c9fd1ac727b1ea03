package dev.arag.agent.internal.concurrent;

import dev.arag.core.internal.failure.Causes;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
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
  /** The name of a thread that executes a run. */
  public static final String RUN = "arag-run";

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
   * Runs a task and waits for its result. The task runs on the current thread unless this is a
   * virtual thread. An interrupt of the current thread interrupts the task.
   *
   * @param taskWrapper wraps a task that runs on a new thread
   * @param onInterrupt runs before the task's own thread is interrupted
   */
  public static <T> T call(
      String name, Supplier<T> work, UnaryOperator<Runnable> taskWrapper, Runnable onInterrupt) {
    if (!isVirtual(Thread.currentThread())) {
      return work.get();
    }
    WrappedTask<T> task = new WrappedTask<>(work::get);
    Thread thread = start(name, task.in(taskWrapper));
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

  private static boolean isVirtual(Thread thread) {
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

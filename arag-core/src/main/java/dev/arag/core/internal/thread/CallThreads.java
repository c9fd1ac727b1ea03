package dev.arag.core.internal.thread;

import dev.arag.core.internal.failure.Causes;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs calls that may block or compute on platform threads. Such a call never runs on a virtual
 * thread, because the JDK's scheduler of virtual threads does not preempt a thread that computes or
 * executes native code. A few such calls would delay all other virtual threads of the process.
 *
 * <p>No call waits in a queue. Code of the application gets a new daemon thread for each call, so
 * that thread locals of one call cannot reach another call. Work of an index reuses threads.
 */
public final class CallThreads {
  private static final @Nullable MethodHandle IS_VIRTUAL = isVirtualMethod();

  /**
   * Threads for the work of an index and for the start of other threads, on behalf of virtual
   * threads. A thread that ends one call runs the next one, because the JDK holds the carrier of a
   * virtual thread until a new thread has started, which takes long on a busy machine.
   */
  private static final Executor POOL =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          10,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          CallThreads::newPoolThread);

  private CallThreads() {}

  /**
   * Runs a task on a new thread. If the current thread is virtual, the new thread may start after
   * this method has returned; an interrupt before its start has the same effect as one after it.
   */
  public static Thread start(String name, Runnable work) {
    Thread thread = newThread(work);
    thread.setName(name);
    if (isCurrentVirtual()) {
      POOL.execute(thread::start);
    } else {
      thread.start();
    }
    return thread;
  }

  /** A reused thread must not inherit the thread locals of the call that happens to create it. */
  private static Thread newPoolThread(Runnable work) {
    Thread thread = new Thread(null, work, PooledTask.IDLE, 0, false);
    thread.setDaemon(true);
    return thread;
  }

  private static Thread newThread(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Runs work and waits for its result. The work runs on the current thread, or on a reused thread
   * if the current thread is virtual. An interrupt of the current thread interrupts the work.
   */
  public static <T> T call(String name, Supplier<T> work) {
    if (!isCurrentVirtual()) {
      return work.get();
    }
    PooledTask<T> task = new PooledTask<>(name, work);
    POOL.execute(task);
    return await(task, task::interrupt);
  }

  /**
   * Waits for the result of a task that runs on another thread.
   *
   * @param onInterrupt interrupts the task; called if the current thread is interrupted
   */
  public static <T> T await(Future<T> task, Runnable onInterrupt) {
    boolean isInterrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          isInterrupted = true;
          onInterrupt.run();
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

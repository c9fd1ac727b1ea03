package dev.arag.agent.internal.concurrent;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Starts one new thread for each blocking call. On JDK 24 and later it is a virtual thread, which
 * no longer pins its carrier thread while it holds a lock (JEP 491). On older JDKs it is a daemon
 * thread. There is no thread pool, so no call waits in a queue.
 */
public final class CallThreads {
  private static final int FIRST_RELEASE_WITHOUT_PINNING = 24;
  private static final @Nullable MethodHandle START_VIRTUAL = startVirtual();

  private CallThreads() {}

  /** Runs a task on a new thread. */
  public static Thread start(String name, Runnable work) {
    return START_VIRTUAL == null ? platform(name, work) : virtual(START_VIRTUAL, name, work);
  }

  private static Thread platform(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static Thread virtual(MethodHandle start, String name, Runnable work) {
    try {
      Thread thread = (Thread) start.invokeExact(work);
      thread.setName(name);
      return thread;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("A virtual thread could not be started.", e);
    }
  }

  /**
   * Returns a handle of {@code Thread.startVirtualThread}, or null if virtual threads are not used.
   * The method is looked up by name because the library is compiled for Java 17, which does not
   * have it.
   */
  private static @Nullable MethodHandle startVirtual() {
    if (Runtime.version().feature() < FIRST_RELEASE_WITHOUT_PINNING) {
      return null;
    }
    try {
      return MethodHandles.publicLookup()
          .findStatic(
              Thread.class,
              "startVirtualThread",
              MethodType.methodType(Thread.class, Runnable.class));
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }
}

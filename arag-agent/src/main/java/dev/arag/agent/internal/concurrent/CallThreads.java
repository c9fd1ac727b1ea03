package dev.arag.agent.internal.concurrent;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Starts threads for waiting: virtual ones from JDK 24 on, where a lock held while waiting no
 * longer keeps a processor's thread, else daemon threads. No pool, so nothing can be waited for in
 * a queue.
 */
public final class CallThreads {
  private static final int FIRST_GOOD_RELEASE = 24;
  private static final @Nullable MethodHandle START_VIRTUAL = startVirtual();

  private CallThreads() {}

  /** Starts work on a thread of its own. */
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

  /** The library is built for Java 17, which does not know the method. */
  private static @Nullable MethodHandle startVirtual() {
    if (Runtime.version().feature() < FIRST_GOOD_RELEASE) {
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

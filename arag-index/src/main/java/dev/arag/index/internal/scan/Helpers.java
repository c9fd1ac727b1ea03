package dev.arag.index.internal.scan;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads that help with scans, all indexes of the process together: fewer than there are
 * processors, made when asked for, gone after some idle seconds. Nothing waits in a queue for them:
 * where all are busy, the callers' own threads do the work.
 */
final class Helpers {
  private static final int IDLE_SECONDS = 10;

  private static final ThreadPoolExecutor POOL =
      new ThreadPoolExecutor(
          0,
          Math.max(1, spareProcessors()),
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          Helpers::thread);

  private Helpers() {}

  private static int spareProcessors() {
    return Runtime.getRuntime().availableProcessors() - 1;
  }

  /** Keeps nothing of the thread that happens to ask first. */
  private static Thread thread(Runnable work) {
    Thread thread = new Thread(null, work, "arag-scan", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    return thread;
  }

  /** Lets idle helpers do some work, each on its own; perhaps none. */
  static void invite(Runnable work, int most) {
    try {
      for (int i = Math.min(most, spareProcessors()); i > 0; i--) {
        POOL.execute(work);
      }
    } catch (RejectedExecutionException | OutOfMemoryError allBusy) {
      // Or no more threads to be had: then it is done without.
    }
  }
}

package dev.arag.index.internal.scan;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The helper threads for scans, which all indexes of the process share. There are at most as many
 * helper threads as processors, minus one. Threads are created on demand and end after they have
 * been idle for some seconds. There is no queue: if all helper threads are busy, the calling
 * threads do all the work.
 */
final class ScanThreads {
  private static final int IDLE_SECONDS = 10;

  private static final ThreadPoolExecutor POOL =
      new ThreadPoolExecutor(
          0,
          Math.max(1, spareProcessors()),
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          ScanThreads::thread);

  private ScanThreads() {}

  private static int spareProcessors() {
    return Runtime.getRuntime().availableProcessors() - 1;
  }

  /**
   * Creates a thread that does not inherit thread-local values or the class loader of the calling
   * thread.
   */
  private static Thread thread(Runnable work) {
    Thread thread = new Thread(null, work, "arag-scan", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    return thread;
  }

  /**
   * Runs the work once on each available helper thread, on at most {@code max} threads. May run the
   * work on no thread at all.
   */
  static void offer(Runnable work, int max) {
    try {
      for (int i = Math.min(max, spareProcessors()); i > 0; i--) {
        POOL.execute(work);
      }
    } catch (RejectedExecutionException | OutOfMemoryError allBusy) {
      // All helper threads are busy, or no thread can be created. The calling thread does the work.
    }
  }
}

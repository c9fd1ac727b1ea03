package dev.arag.index.internal.scan;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The helper threads for scans, shared by all indexes of the process. Their maximum is the number
 * of processors minus one. They are created on demand and end when idle. There is no queue: when
 * all are busy, the callers' threads do the work.
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

  /** Inherits nothing from the thread that starts it. */
  private static Thread thread(Runnable work) {
    Thread thread = new Thread(null, work, "arag-scan", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    return thread;
  }

  /** Runs the work once on each idle helper, up to a maximum; perhaps on none. */
  static void offer(Runnable work, int max) {
    try {
      for (int i = Math.min(max, spareProcessors()); i > 0; i--) {
        POOL.execute(work);
      }
    } catch (RejectedExecutionException | OutOfMemoryError allBusy) {
      // All helpers are busy, or no thread can be created. The calling thread does the work.
    }
  }
}

package dev.arag.examples.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C: the working thread is interrupted and given time to clean up, then the process ends with
 * 130. The virtual machine runs shutdown hooks at the signal while the work goes on, so the hook
 * can wait for it.
 */
final class InterruptHandler {
  private static final long CLEAN_UP_SECONDS = 30;

  private final Thread worker;
  private final CountDownLatch ended = new CountDownLatch(1);

  private InterruptHandler(Thread worker) {
    this.worker = worker;
  }

  /** Watches over what the calling thread does from here on. */
  static InterruptHandler ofThisThread() {
    InterruptHandler interruption = new InterruptHandler(Thread.currentThread());
    Thread hook = new Thread(interruption::shutdown, "arag-interruption");
    Runtime.getRuntime().addShutdownHook(hook);
    return interruption;
  }

  /** The work has ended, so that ending the process is nothing to be watched any more. */
  void ended() {
    ended.countDown();
  }

  /**
   * Whether the process is ending. From the signal on no hook can be added any more: a library that
   * tries to fails, perhaps before this thread has been interrupted.
   */
  static boolean isUnderWay() {
    Thread probe = new Thread(() -> {});
    try {
      Runtime.getRuntime().addShutdownHook(probe);
      Runtime.getRuntime().removeShutdownHook(probe);
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  private void shutdown() {
    if (ended.getCount() == 0) {
      return;
    }
    worker.interrupt();
    awaitEnd();
    Runtime.getRuntime().halt(Failures.INTERRUPTED);
  }

  private void awaitEnd() {
    try {
      boolean inTime = ended.await(CLEAN_UP_SECONDS, TimeUnit.SECONDS);
      if (!inTime) {
        System.err.println("arag: interrupted, and cleaning up took too long: gave up");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package dev.arag.examples.cli.console;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Handles Ctrl-C: interrupts the working thread, gives it time to clean up and ends the process
 * with exit code 130. The handler is a shutdown hook. It can wait for the working thread, because
 * other threads continue while the JVM runs shutdown hooks.
 */
public final class InterruptHandler {
  /** The exit code after Ctrl-C, by convention 128 plus the signal number of SIGINT. */
  public static final int EXIT_CODE = 130;

  private static final long CLEAN_UP_SECONDS = 30;

  private final Thread worker;
  private final CountDownLatch ended = new CountDownLatch(1);

  private InterruptHandler(Thread worker) {
    this.worker = worker;
  }

  /** Installs a handler that interrupts the calling thread. */
  public static InterruptHandler install() {
    InterruptHandler handler = new InterruptHandler(Thread.currentThread());
    Thread hook = new Thread(handler::shutdown, "arag-interruption");
    Runtime.getRuntime().addShutdownHook(hook);
    return handler;
  }

  /** Disables the handler because the work has ended. */
  public void workEnded() {
    ended.countDown();
  }

  /**
   * Whether the process is shutting down. During a shutdown, a library that adds a shutdown hook
   * fails. This failure can occur before the thread is interrupted, but it is not an error.
   */
  public static boolean isShuttingDown() {
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
    Runtime.getRuntime().halt(EXIT_CODE);
  }

  private void awaitEnd() {
    try {
      boolean inTime = ended.await(CLEAN_UP_SECONDS, TimeUnit.SECONDS);
      if (!inTime) {
        System.err.println("arag: interrupted; cleanup did not finish within 30 seconds");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package dev.arag.cli.internal.console;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * Handles Ctrl-C and the other signals that end a process: interrupts the working thread and gives
 * it time to clean up. The exit code is then 130. Shutdown hooks run after the work has ended: ONNX
 * Runtime frees its environment in a hook, which crashes the process if a model is being loaded.
 */
public final class InterruptHandler {
  /** The exit code after Ctrl-C, by convention 128 plus the signal number of SIGINT. */
  public static final int EXIT_CODE = 130;

  private static final long CLEAN_UP_SECONDS = 30;

  private final Thread worker = Thread.currentThread();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean isInterrupted;

  private InterruptHandler() {}

  /** Runs work in the calling thread and ends the process with the exit code of the work. */
  public static void exitAfter(IntSupplier work) {
    InterruptHandler handler = new InterruptHandler();
    List.of("INT", "TERM", "HUP").forEach(handler::handle);
    int code;
    try {
      code = work.getAsInt();
    } finally {
      handler.ended.countDown();
    }
    System.exit(handler.isInterrupted ? EXIT_CODE : code);
  }

  private void handle(String name) {
    try {
      // Not imported, because javadoc would warn.
      sun.misc.Signal.handle(new sun.misc.Signal(name), signal -> interrupt());
    } catch (IllegalArgumentException e) {
      // Windows has no SIGHUP. With -Xrs, the JVM leaves all signals to the system.
    }
  }

  private void interrupt() {
    isInterrupted = true;
    worker.interrupt();
    try {
      if (!ended.await(CLEAN_UP_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("arag: interrupted; cleanup did not finish within 30 seconds");
        Runtime.getRuntime().halt(EXIT_CODE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    System.exit(EXIT_CODE);
  }
}

package dev.arag.web.page;

import java.time.Duration;

/** Waits for something that another thread or process does. */
final class Wait {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @FunctionalInterface
  interface Condition {
    boolean holds() throws Exception;
  }

  private Wait() {}

  static void until(String what, Condition condition) {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!holds(condition)) {
      if (System.nanoTime() > end) {
        throw new AssertionError("Not within " + LIMIT.toSeconds() + " s: " + what);
      }
      pause(20);
    }
  }

  private static boolean holds(Condition condition) {
    try {
      return condition.holds();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}

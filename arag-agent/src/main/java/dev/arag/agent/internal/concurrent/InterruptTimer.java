package dev.arag.agent.internal.concurrent;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Interrupts the thread that set it when a time is up, unless it is turned off before. */
public final class InterruptTimer {
  private static final Duration LONGEST = Duration.ofDays(365);

  private final Thread sleeper = Thread.currentThread();
  private final CompletableFuture<Void> off = new CompletableFuture<>();
  private boolean isOff;
  private boolean hasRung;

  private InterruptTimer() {}

  public static InterruptTimer in(Duration time) {
    InterruptTimer alarm = new InterruptTimer();
    long nanos = (time.compareTo(LONGEST) < 0 ? time : LONGEST).toNanos();
    // The JDK's own timer thread counts the time; turned off, nothing of it stays.
    CompletableFuture<Void> unused =
        alarm
            .off
            .orTimeout(nanos, TimeUnit.NANOSECONDS)
            .whenComplete((nothing, late) -> alarm.ring(late != null));
    return alarm;
  }

  private synchronized void ring(boolean isLate) {
    if (isLate && !isOff && !sleeper.isInterrupted()) {
      hasRung = true;
      sleeper.interrupt();
    }
  }

  /** Turns it off, takes its interrupt back, and tells whether it had rung. */
  public boolean turnOff() {
    off.complete(null);
    synchronized (this) {
      if (!isOff && hasRung) {
        boolean unused = Thread.interrupted();
      }
      isOff = true;
      return hasRung;
    }
  }
}

package dev.arag.agent.internal.concurrent;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A timer that interrupts the thread that started the timer. The interrupt happens after a delay,
 * unless the timer is stopped first.
 */
public final class InterruptTimer {
  private static final Duration MAX_DELAY = Duration.ofDays(365);

  private final Thread target = Thread.currentThread();
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();
  private boolean isStopped;
  private boolean hasFired;

  private InterruptTimer() {}

  public static InterruptTimer start(Duration time) {
    InterruptTimer timer = new InterruptTimer();
    long nanos = (time.compareTo(MAX_DELAY) < 0 ? time : MAX_DELAY).toNanos();
    // The timer thread of CompletableFuture measures the delay, so no extra thread is needed.
    CompletableFuture<Void> unused =
        timer
            .stopped
            .orTimeout(nanos, TimeUnit.NANOSECONDS)
            .whenComplete((nothing, late) -> timer.fire(late != null));
    return timer;
  }

  private synchronized void fire(boolean isLate) {
    if (isLate && !isStopped && !target.isInterrupted()) {
      hasFired = true;
      target.interrupt();
    }
  }

  /**
   * Stops the timer and returns whether it had interrupted the thread. If so, the interrupt flag of
   * the current thread is cleared.
   */
  public boolean stop() {
    stopped.complete(null);
    synchronized (this) {
      if (!isStopped && hasFired) {
        boolean unused = Thread.interrupted();
      }
      isStopped = true;
      return hasFired;
    }
  }
}

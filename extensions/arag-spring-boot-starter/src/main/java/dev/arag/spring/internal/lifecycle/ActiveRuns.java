package dev.arag.spring.internal.lifecycle;

import dev.arag.agent.event.RunEvent;
import dev.arag.agent.event.RunObserver;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Observes the runs of agents, so that they can be cancelled when the application stops. */
public final class ActiveRuns implements Supplier<RunObserver> {
  private final Set<TrackedRun> running = new HashSet<>();
  private boolean isCancelling;

  @Override
  public RunObserver get() {
    return new TrackedRun();
  }

  public synchronized int count() {
    return running.size();
  }

  /** Allows runs again after {@link #cancelAll}. */
  synchronized void accept() {
    isCancelling = false;
  }

  /** Cancels all runs, and from now on each new run at its first event. */
  synchronized void cancelAll() {
    isCancelling = true;
    running.forEach(TrackedRun::cancel);
  }

  /** Waits until no run is active, at most for the given time. */
  synchronized void awaitEnd(Duration time) throws InterruptedException {
    long deadline = System.nanoTime() + time.toNanos();
    long left = time.toNanos();
    while (!running.isEmpty() && left > 0) {
      // Rounded up, because wait(0) would wait forever.
      wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
      left = deadline - System.nanoTime();
    }
  }

  private synchronized void add(TrackedRun run) {
    if (running.add(run) && isCancelling) {
      run.cancel();
    }
  }

  private synchronized void remove(TrackedRun run) {
    if (running.remove(run) && run.isCancelled) {
      // The thread of a request still has to write the response.
      Thread.interrupted();
    }
    notifyAll();
  }

  /** An interrupt of the thread of a run cancels the run. */
  private final class TrackedRun implements RunObserver {
    private @Nullable Thread thread;
    private boolean isCancelled;

    @Override
    public void onEvent(RunEvent event) {
      if (event instanceof RunEvent.Finished) {
        remove(this);
      } else if (thread == null) {
        thread = Thread.currentThread();
        add(this);
      }
    }

    @Override
    public void failed(Throwable failure) {
      remove(this);
    }

    private void cancel() {
      isCancelled = true;
      if (thread != null) {
        thread.interrupt();
      }
    }
  }
}

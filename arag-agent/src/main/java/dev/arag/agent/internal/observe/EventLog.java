package dev.arag.agent.internal.observe;

import dev.arag.agent.RunEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The events of one run, stored so that a late reader gets all of them. */
public final class EventLog {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<RunEvent> events = new ArrayList<>();
  private boolean hasEnded;
  private @Nullable Throwable failure;

  public void add(RunEvent event) {
    change(() -> events.add(event));
  }

  /**
   * Completes the log.
   *
   * @param failure why the run failed; null if it did not
   */
  public void end(@Nullable Throwable failure) {
    change(
        () -> {
          hasEnded = true;
          this.failure = failure;
        });
  }

  /** Makes a change, and wakes the waiting threads to check their conditions again. */
  void change(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  public RunEvent get(int index) {
    lock.lock();
    try {
      return events.get(index);
    } finally {
      lock.unlock();
    }
  }

  /** Waits for an event; false if the run has ended without it. */
  public boolean await(int index) {
    lock.lock();
    try {
      while (events.size() <= index && !hasEnded) {
        changed.await();
      }
      return events.size() > index;
    } catch (InterruptedException e) {
      throw waitInterrupted(e);
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the condition holds; cannot be interrupted. */
  void await(BooleanSupplier condition) {
    lock.lock();
    try {
      while (!condition.getAsBoolean()) {
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  boolean contains(int index) {
    return read(() -> events.size() > index);
  }

  boolean hasEnded() {
    return read(() -> hasEnded);
  }

  @Nullable Throwable failure() {
    lock.lock();
    try {
      return failure;
    } finally {
      lock.unlock();
    }
  }

  private boolean read(BooleanSupplier condition) {
    lock.lock();
    try {
      return condition.getAsBoolean();
    } finally {
      lock.unlock();
    }
  }

  /** The exception of a caller that was interrupted; sets the interrupt flag again. */
  public static CancellationException waitInterrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    CancellationException exception =
        new CancellationException("Waiting for the run was interrupted; the run continues.");
    exception.initCause(cause);
    return exception;
  }
}

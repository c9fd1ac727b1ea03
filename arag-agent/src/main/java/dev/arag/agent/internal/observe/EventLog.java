package dev.arag.agent.internal.observe;

import dev.arag.agent.event.RunEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Stores the events of one run so that a reader that starts late receives all of them. */
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

  /** Makes a change and wakes all waiting threads so that they check their conditions again. */
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
    return read(() -> events.get(index));
  }

  /** Waits for the event with an index. Returns false if the run ended before this event. */
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

  /** Waits until a condition is true. An interrupt does not end the wait. */
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
    return read(() -> failure);
  }

  private <T extends @Nullable Object> T read(Supplier<T> value) {
    lock.lock();
    try {
      return value.get();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Creates the exception for a caller that was interrupted while waiting, and sets the interrupt
   * flag again.
   */
  public static CancellationException waitInterrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    CancellationException exception =
        new CancellationException("Waiting for the run was interrupted; the run continues.");
    exception.initCause(cause);
    return exception;
  }
}

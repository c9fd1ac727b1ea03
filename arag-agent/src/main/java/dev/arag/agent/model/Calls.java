package dev.arag.agent.model;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Calls of one model that nobody has to wait for longer than they want. Each runs on a thread of its
 * own; one that is left is interrupted, on which a good client closes its connection, and what it
 * still says is ignored. A client that does not heed the interrupt keeps the thread: when too many
 * do, no further call is made, so that they cannot pile up.
 */
final class Calls {
  static final int MOST_LEFT = 64;
  private static final String THREAD_NAME = "arag-model-call";

  private final AtomicInteger left = new AtomicInteger();

  private enum State {
    AWAITED,
    LEFT,
    ENDED
  }

  /**
   * @throws TimeoutException if the call takes longer
   * @throws InterruptedException if the caller is interrupted meanwhile
   * @throws ExecutionException if the call fails
   */
  <T> T within(Duration atMost, Callable<T> call)
      throws TimeoutException, InterruptedException, ExecutionException {
    if (Thread.interrupted()) {
      throw new InterruptedException("Interrupted before the call.");
    }
    if (atMost.isZero()) {
      throw new TimeoutException("No time is left.");
    }
    requireFewLeft();
    AtomicReference<State> state = new AtomicReference<>(State.AWAITED);
    FutureTask<T> task = new FutureTask<>(call);
    CallThreads.start(THREAD_NAME, () -> run(task, state));
    try {
      return task.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | InterruptedException e) {
      leave(task, state);
      throw e;
    }
  }

  private void run(FutureTask<?> task, AtomicReference<State> state) {
    try {
      task.run();
    } finally {
      if (state.getAndSet(State.ENDED) == State.LEFT) {
        left.decrementAndGet();
      }
    }
  }

  private void leave(FutureTask<?> task, AtomicReference<State> state) {
    left.incrementAndGet();
    if (!state.compareAndSet(State.AWAITED, State.LEFT)) {
      left.decrementAndGet();
    }
    task.cancel(true);
  }

  private void requireFewLeft() {
    int now = left.get();
    if (now >= MOST_LEFT) {
      throw new ModelException(
          "The model was not asked: %d calls that took too long still have not ended, although they"
                  .formatted(now)
              + " were interrupted. Use a client that ends when it is interrupted, or has a timeout"
              + " of its own.",
          null,
          true);
    }
  }
}

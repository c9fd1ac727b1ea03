package dev.arag.agent.model;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Calls of one model that nobody has to wait for longer than they want. Each runs on a thread of
 * its own; one that is left is interrupted, on which a good client closes its connection, and what
 * it still says is ignored. A client that does not heed the interrupt keeps the thread: when too
 * many do, no further call is made, so that they cannot pile up.
 */
final class Calls {
  static final int MOST_LEFT = 64;
  private static final String THREAD_NAME = "arag-model-call";

  /** No text is empty, so this says that none will follow. */
  private static final String END = "";

  private final AtomicInteger left = new AtomicInteger();

  private enum State {
    AWAITED,
    LEFT,
    ENDED
  }

  /**
   * @param call is given where to put text while it is written
   * @param onText hears that text, on the caller's thread
   * @throws TimeoutException if the call takes longer
   * @throws InterruptedException if the caller is interrupted meanwhile
   * @throws ExecutionException if the call fails
   */
  <T> T within(Duration atMost, Function<Consumer<String>, T> call, Consumer<String> onText)
      throws TimeoutException, InterruptedException, ExecutionException {
    if (Thread.interrupted()) {
      throw new InterruptedException("Interrupted before the call.");
    }
    if (atMost.isZero()) {
      throw new TimeoutException("No time is left.");
    }
    requireFewLeft();
    BlockingQueue<String> written = new LinkedBlockingQueue<>();
    AtomicReference<State> state = new AtomicReference<>(State.AWAITED);
    FutureTask<T> task = new FutureTask<>(() -> call.apply(written::add));
    CallThreads.start(THREAD_NAME, () -> run(task, state, written));
    try {
      hear(written, onText, System.nanoTime() + atMost.toNanos());
      return task.get();
    } catch (TimeoutException | InterruptedException | RuntimeException e) {
      leave(task, state);
      throw e;
    }
  }

  /** Until the call has ended. */
  private static void hear(BlockingQueue<String> written, Consumer<String> onText, long endNanos)
      throws TimeoutException, InterruptedException {
    while (true) {
      String text = written.poll(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (text == null) {
        throw new TimeoutException("The call takes too long.");
      }
      if (text.equals(END)) {
        return;
      }
      onText.accept(text);
    }
  }

  private void run(
      FutureTask<?> task, AtomicReference<State> state, BlockingQueue<String> written) {
    try {
      task.run();
    } finally {
      written.add(END);
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

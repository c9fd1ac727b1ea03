package dev.arag.agent.internal.concurrent;

import dev.arag.core.internal.thread.CallThreads;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Runs the calls of one model, or of one agent's tools, with a time limit. Each call runs on its
 * own thread. A call that exceeds its limit is abandoned and interrupted, and its later output is
 * ignored. A correct client reacts to the interrupt by closing its connection. A client that
 * ignores the interrupt keeps its thread busy. To keep such threads from accumulating, further
 * calls are rejected while too many abandoned calls are still running after a grace period. The
 * grace period gives correct clients time to stop when many calls are abandoned at once on a busy
 * machine.
 */
public final class TimeLimiter {
  private static final int MAX_STUCK = 64;
  private static final Duration GRACE_PERIOD = Duration.ofSeconds(10);
  private static final Duration MAX_DURATION = Duration.ofDays(365);
  private static final String THREAD_NAME = "arag-call";

  /**
   * Queued after the last text of a call. It cannot be confused with real text, which is never
   * empty.
   */
  private static final String END = "";

  private final int maxStuck;
  private final Duration gracePeriod;

  /** Maps each abandoned call that is still running to the time at which it was abandoned. */
  private final Map<WrappedTask<?>, Long> abandoned = new ConcurrentHashMap<>();

  public TimeLimiter() {
    this(MAX_STUCK, GRACE_PERIOD);
  }

  /**
   * @param maxStuck the number of stuck calls at which further calls are rejected
   * @param gracePeriod how long an abandoned call may keep running before it counts as stuck
   */
  public TimeLimiter(int maxStuck, Duration gracePeriod) {
    this.maxStuck = maxStuck;
    this.gracePeriod = gracePeriod;
  }

  /**
   * Runs a call on a new thread and waits for its result.
   *
   * @param call the call to run; it passes each part of the text to the consumer that it receives
   * @param onText receives the parts of the text, on the caller's thread
   * @param taskWrapper wraps the task that runs on the new thread
   * @throws TimeoutException if the call exceeds the time limit
   * @throws InterruptedException if the caller's thread is interrupted before the call ends
   * @throws ExecutionException if the call fails
   * @throws RejectedExecutionException if too many abandoned calls are still running
   */
  public <T> T within(
      Duration atMost,
      Function<Consumer<String>, T> call,
      Consumer<String> onText,
      UnaryOperator<Runnable> taskWrapper)
      throws TimeoutException, InterruptedException, ExecutionException {
    if (Thread.interrupted()) {
      throw new InterruptedException("Interrupted before the call.");
    }
    if (atMost.isZero()) {
      throw new TimeoutException("No time is left.");
    }
    requireFewStuck();
    BlockingQueue<String> written = new LinkedBlockingQueue<>();
    AtomicBoolean hasEnded = new AtomicBoolean();
    WrappedTask<T> task = new WrappedTask<>(() -> call.apply(written::add));
    Runnable wrapped = task.in(taskWrapper);
    CallThreads.start(THREAD_NAME, () -> run(wrapped, task, hasEnded, written));
    try {
      receive(written, onText, atMost.compareTo(MAX_DURATION) < 0 ? atMost : MAX_DURATION);
      return task.get();
    } catch (TimeoutException | InterruptedException | RuntimeException e) {
      abandon(task, hasEnded);
      throw e;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ContextPropagation.FailedException failed) {
        throw failed;
      }
      throw e;
    }
  }

  /**
   * Passes text to the consumer until the call ends. If the consumer is too slow, the text that
   * remains at the time limit is dropped.
   */
  private static void receive(
      BlockingQueue<String> written, Consumer<String> onText, Duration atMost)
      throws TimeoutException, InterruptedException {
    long endNanos = System.nanoTime() + atMost.toNanos();
    while (true) {
      long left = endNanos - System.nanoTime();
      String text = written.poll(left, TimeUnit.NANOSECONDS);
      if (text == null) {
        throw new TimeoutException("The call exceeded its time limit.");
      }
      if (text.equals(END)) {
        return;
      }
      if (left > 0) {
        onText.accept(text);
      }
    }
  }

  private void run(
      Runnable wrapped,
      WrappedTask<?> task,
      AtomicBoolean hasEnded,
      BlockingQueue<String> written) {
    try {
      wrapped.run();
    } finally {
      written.add(END);
      hasEnded.set(true);
      abandoned.remove(task);
    }
  }

  private void abandon(WrappedTask<?> task, AtomicBoolean hasEnded) {
    abandoned.put(task, System.nanoTime());
    if (hasEnded.get()) {
      abandoned.remove(task);
    }
    task.cancel(true);
  }

  private void requireFewStuck() {
    long now = System.nanoTime();
    long stuck = abandoned.values().stream().filter(since -> isStuck(since, now)).count();
    if (stuck >= maxStuck) {
      throw new RejectedExecutionException(
          "%d calls exceeded their time limit and are still running although they were interrupted."
              .formatted(stuck));
    }
  }

  private boolean isStuck(long since, long now) {
    return now - since >= gracePeriod.toNanos();
  }
}

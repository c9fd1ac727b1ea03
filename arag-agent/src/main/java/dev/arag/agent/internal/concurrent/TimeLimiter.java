package dev.arag.agent.internal.concurrent;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Runs calls of one model, or of the tools of one agent, with a time limit. Each call runs on its
 * own thread. A call that exceeds its limit is abandoned and interrupted: a correct client then
 * closes its connection, and later output is ignored. A client that ignores the interrupt keeps its
 * thread. If too many abandoned calls still run after a grace period, further calls are rejected,
 * so that threads cannot accumulate. The grace period is for correct clients on a busy machine,
 * where many calls may be abandoned at once.
 */
public final class TimeLimiter {
  private static final int MAX_STUCK = 64;
  private static final Duration GRACE_PERIOD = Duration.ofSeconds(10);
  private static final Duration MAX_DURATION = Duration.ofDays(365);
  private static final String THREAD_NAME = "arag-call";

  /** Marks the end of the text; no other text is empty. */
  private static final String END = "";

  private final int maxStuck;
  private final Duration gracePeriod;

  /** The abandoned calls that still run, and when each was abandoned. */
  private final Map<FutureTask<?>, Long> abandoned = new ConcurrentHashMap<>();

  public TimeLimiter() {
    this(MAX_STUCK, GRACE_PERIOD);
  }

  /**
   * @param maxStuck the maximum number of abandoned calls that still run
   * @param gracePeriod how long an abandoned call may run before it counts
   */
  public TimeLimiter(int maxStuck, Duration gracePeriod) {
    this.maxStuck = maxStuck;
    this.gracePeriod = gracePeriod;
  }

  /**
   * @param call receives a consumer for text while it is written
   * @param onText receives that text, on the caller's thread
   * @param taskWrapper wraps the task that runs on the other thread
   * @throws TimeoutException if the call takes longer
   * @throws InterruptedException if the caller is interrupted while it waits
   * @throws ExecutionException if the call fails
   * @throws RejectedExecutionException if too many abandoned calls still run
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
    FutureTask<T> task = new FutureTask<>(() -> call.apply(written::add));
    CallThreads.start(THREAD_NAME, taskWrapper.apply(() -> run(task, hasEnded, written)));
    try {
      receive(written, onText, atMost.compareTo(MAX_DURATION) < 0 ? atMost : MAX_DURATION);
      return task.get();
    } catch (TimeoutException | InterruptedException | RuntimeException e) {
      abandon(task, hasEnded);
      throw e;
    }
  }

  /**
   * Passes text on until the call has ended. Text that a slow consumer does not receive in time is
   * dropped.
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

  private void run(FutureTask<?> task, AtomicBoolean hasEnded, BlockingQueue<String> written) {
    try {
      task.run();
    } finally {
      written.add(END);
      hasEnded.set(true);
      abandoned.remove(task);
    }
  }

  private void abandon(FutureTask<?> task, AtomicBoolean hasEnded) {
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
          "%d calls that took too long still have not ended, although they were interrupted."
              .formatted(stuck));
    }
  }

  private boolean isStuck(long since, long now) {
    return now - since >= gracePeriod.toNanos();
  }
}

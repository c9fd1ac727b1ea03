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
 * Calls of one model, or of the tools of one agent, that nobody has to wait for longer than they
 * want. Each runs on a thread of its own; one that is left is interrupted, on which a good client
 * closes its connection, and what it still says is ignored. A client that does not heed the
 * interrupt keeps the thread: when too many have kept theirs for some seconds, no further call is
 * made, so that they cannot pile up. The seconds are for good clients on a busy machine, of which
 * many may be left at once.
 */
public final class TimeLimiter {
  private static final int MOST_STUCK = 64;
  private static final Duration TIME_TO_END = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofDays(365);
  private static final String THREAD_NAME = "arag-call";

  /** No text is empty, so this says that none will follow. */
  private static final String END = "";

  private final int mostStuck;
  private final Duration timeToEnd;

  /** The calls that were left and have not ended, with the time at which they were left. */
  private final Map<FutureTask<?>, Long> left = new ConcurrentHashMap<>();

  public TimeLimiter() {
    this(MOST_STUCK, TIME_TO_END);
  }

  /**
   * @param mostStuck how many calls may go on although they were left
   * @param timeToEnd how long a call may take to end before it counts as one of them
   */
  public TimeLimiter(int mostStuck, Duration timeToEnd) {
    this.mostStuck = mostStuck;
    this.timeToEnd = timeToEnd;
  }

  /**
   * @param call is given where to put text while it is written
   * @param onText hears that text, on the caller's thread
   * @param carrier wraps what runs on the other thread
   * @throws TimeoutException if the call takes longer
   * @throws InterruptedException if the caller is interrupted meanwhile
   * @throws ExecutionException if the call fails
   * @throws RejectedExecutionException if too many earlier calls still go on
   */
  public <T> T within(
      Duration atMost,
      Function<Consumer<String>, T> call,
      Consumer<String> onText,
      UnaryOperator<Runnable> carrier)
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
    CallThreads.start(THREAD_NAME, carrier.apply(() -> run(task, hasEnded, written)));
    try {
      hear(written, onText, atMost.compareTo(LONGEST) < 0 ? atMost : LONGEST);
      return task.get();
    } catch (TimeoutException | InterruptedException | RuntimeException e) {
      leave(task, hasEnded);
      throw e;
    }
  }

  /** Until the call has ended. What a slow listener has not heard in time, it does not hear. */
  private static void hear(BlockingQueue<String> written, Consumer<String> onText, Duration atMost)
      throws TimeoutException, InterruptedException {
    long endNanos = System.nanoTime() + atMost.toNanos();
    while (true) {
      long left = endNanos - System.nanoTime();
      String text = written.poll(left, TimeUnit.NANOSECONDS);
      if (text == null) {
        throw new TimeoutException("The call takes too long.");
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
      left.remove(task);
    }
  }

  private void leave(FutureTask<?> task, AtomicBoolean hasEnded) {
    left.put(task, System.nanoTime());
    if (hasEnded.get()) {
      left.remove(task);
    }
    task.cancel(true);
  }

  private void requireFewStuck() {
    long now = System.nanoTime();
    long stuck = left.values().stream().filter(since -> isStuck(since, now)).count();
    if (stuck >= mostStuck) {
      throw new RejectedExecutionException(
          "%d calls that took too long still have not ended, although they were interrupted."
              .formatted(stuck));
    }
  }

  private boolean isStuck(long since, long now) {
    return now - since >= timeToEnd.toNanos();
  }
}

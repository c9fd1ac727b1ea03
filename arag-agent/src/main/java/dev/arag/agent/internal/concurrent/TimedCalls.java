package dev.arag.agent.internal.concurrent;

import dev.arag.core.internal.failure.Causes;
import dev.arag.core.internal.thread.CallThreads;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Runs the calls of one model, or of one agent's tools, each on a thread of its own and with a time
 * limit. The thread that starts the calls waits for them and receives what they report. A call that
 * exceeds its limit is abandoned and interrupted, and its later reports are ignored. A correct
 * client reacts to the interrupt by closing its connection. A client that ignores the interrupt
 * keeps its thread busy. To keep such threads from accumulating, further calls are rejected while
 * too many abandoned calls are still running after a grace period. The grace period gives correct
 * clients time to stop when many calls are abandoned at once on a busy machine.
 */
public final class TimedCalls {
  private static final int MAX_STUCK = 64;
  private static final Duration GRACE_PERIOD = Duration.ofSeconds(10);
  private static final Duration MAX_TIME = Duration.ofDays(365);
  private static final String THREAD_NAME = "arag-call";

  /** Queued after the last report of a call. */
  private enum End implements Runnable {
    END;

    @Override
    public void run() {}
  }

  private final int maxStuck;
  private final Duration gracePeriod;

  /** Maps each abandoned call that is still running to the time at which it was abandoned. */
  private final Map<Call<?>, Long> abandoned = new ConcurrentHashMap<>();

  public TimedCalls() {
    this(MAX_STUCK, GRACE_PERIOD);
  }

  /**
   * @param maxStuck the number of stuck calls at which further calls are rejected
   * @param gracePeriod how long an abandoned call may keep running before it counts as stuck
   */
  public TimedCalls(int maxStuck, Duration gracePeriod) {
    this.maxStuck = maxStuck;
    this.gracePeriod = gracePeriod;
  }

  /** Thrown if a call is not made because too many abandoned calls are still running. */
  public static final class StuckException extends RejectedExecutionException {
    private StuckException(long calls) {
      super(
          calls
              + " calls exceeded their time limit and are still running although they were"
              + " interrupted.");
    }
  }

  /** A call, which can be run once. Its result can be read when it has run. */
  public static final class Call<T> extends ContextTask<T> {
    private volatile boolean hasEnded;
    private volatile @Nullable BlockingQueue<Runnable> reports;
    private @Nullable T value;
    private @Nullable Throwable failure;

    /**
     * @param context transfers the context of the current thread, see {@link ContextTask}
     */
    public Call(Callable<T> work, UnaryOperator<Runnable> context) {
      super(work, context);
    }

    /** Runs a report on the thread that waits for the call. Reports run in order. */
    public void report(Runnable report) {
      Objects.requireNonNull(reports).add(report);
    }

    /**
     * Runs work on the thread that waits for the call, in order with the reports, and returns its
     * result.
     *
     * @throws CancellationException if nobody waits for the call any more
     */
    public <R> R ask(Supplier<R> work) {
      CompletableFuture<R> answer = new CompletableFuture<>();
      report(() -> answer.complete(work.get()));
      while (!isAbandoned()) {
        try {
          return answer.get(1, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
          // The waiting thread is busy, or has gone.
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          break;
        } catch (ExecutionException e) {
          throw Causes.unchecked(e);
        }
      }
      throw new CancellationException("The caller stopped waiting for the call.");
    }

    /** Whether nobody waits for the call any more. */
    public boolean isAbandoned() {
      return isCancelled();
    }

    /**
     * Returns why the call has no value: the exception of the work, a {@link TimeoutException}, an
     * {@link InterruptedException}, or a {@link StuckException}. Null if it has a value.
     */
    public @Nullable Throwable failure() {
      return failure;
    }

    /** Returns the value of the work; null if the call failed. */
    public @Nullable T value() {
      return value;
    }

    private void settle() {
      try {
        value = failure == null ? get() : null;
      } catch (ExecutionException e) {
        failure = e.getCause();
      } catch (InterruptedException e) {
        throw new IllegalStateException("The task has not ended.", e);
      }
    }
  }

  /**
   * Runs calls and waits until all of them have ended, or until the time has passed. If the current
   * thread is interrupted, the calls are abandoned, and the interrupt flag stays set. Reports are
   * dropped when the time has passed.
   *
   * @param width returns how many calls may run at the same time, at least 1
   */
  public <T> void run(List<Call<T>> calls, IntSupplier width, Duration atMost) {
    long endNanos =
        System.nanoTime() + (atMost.compareTo(MAX_TIME) < 0 ? atMost : MAX_TIME).toNanos();
    BlockingQueue<Runnable> reports = new LinkedBlockingQueue<>();
    Iterator<Call<T>> waiting = calls.iterator();
    int running = 0;
    try {
      requireNotInterrupted();
      while (running > 0 || waiting.hasNext()) {
        long left = endNanos - System.nanoTime();
        while (left > 0 && waiting.hasNext() && running < width.getAsInt()) {
          running += start(waiting.next(), reports) ? 1 : 0;
        }
        if (running > 0 || waiting.hasNext()) {
          Runnable report = next(reports, left);
          if (report == End.END) {
            running--;
          } else if (left > 0) {
            report.run();
          }
        }
      }
    } catch (TimeoutException e) {
      abandon(calls, e);
    } catch (InterruptedException e) {
      abandon(calls, e);
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      abandon(calls, e);
      throw e;
    }
    calls.forEach(Call::settle);
  }

  private static void requireNotInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("Interrupted before the call.");
    }
  }

  private static Runnable next(BlockingQueue<Runnable> reports, long atMostNanos)
      throws TimeoutException, InterruptedException {
    Runnable report = reports.poll(atMostNanos, TimeUnit.NANOSECONDS);
    if (report == null) {
      throw new TimeoutException("The call exceeded its time limit.");
    }
    return report;
  }

  /** Starts a call. Returns false if it was rejected. */
  private boolean start(Call<?> call, BlockingQueue<Runnable> reports) {
    long stuck = stuckCalls();
    if (stuck >= maxStuck) {
      call.failure = new StuckException(stuck);
      return false;
    }
    call.reports = reports;
    Thread unused =
        CallThreads.start(
            THREAD_NAME,
            () -> {
              try {
                call.runInContext();
              } finally {
                call.hasEnded = true;
                reports.add(End.END);
                abandoned.remove(call);
              }
            });
    return true;
  }

  private long stuckCalls() {
    long now = System.nanoTime();
    return abandoned.values().stream()
        .filter(since -> now - since >= gracePeriod.toNanos())
        .count();
  }

  /** Abandons the calls that have not ended. */
  private <T> void abandon(List<Call<T>> calls, Throwable why) {
    for (Call<T> call : calls) {
      if (call.failure != null || call.isDone()) {
        continue;
      }
      call.failure = why;
      if (call.reports != null) {
        abandoned.put(call, System.nanoTime());
        if (call.hasEnded) {
          abandoned.remove(call);
        }
      }
      boolean unused = call.cancel(true);
    }
  }

  /**
   * Interrupts the current thread after a time, unless the timer is stopped first. For calls that
   * must run on the current thread.
   */
  public static Timer interruptAfter(Duration time) {
    return new Timer(time);
  }

  /** A timer that interrupts the thread that created it. */
  public static final class Timer {
    private final Thread target = Thread.currentThread();
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();
    private boolean isStopped;
    private boolean hasFired;

    private Timer(Duration time) {
      long nanos = (time.compareTo(MAX_TIME) < 0 ? time : MAX_TIME).toNanos();
      // The timer thread of CompletableFuture measures the time, so no extra thread is needed.
      CompletableFuture<Void> unused =
          stopped
              .orTimeout(nanos, TimeUnit.NANOSECONDS)
              .whenComplete((nothing, late) -> fire(late != null));
    }

    private synchronized void fire(boolean isLate) {
      if (isLate && !isStopped && !target.isInterrupted()) {
        hasFired = true;
        target.interrupt();
      }
    }

    /**
     * Stops the timer and returns whether it had interrupted the thread. If so, the interrupt flag
     * of the current thread is cleared.
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
}

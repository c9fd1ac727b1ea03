package dev.arag.agent.internal.loop;

import dev.arag.agent.internal.concurrent.InterruptTimer;
import dev.arag.agent.internal.concurrent.TimeLimiter;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.core.internal.failure.Causes;
import dev.arag.tools.Observation;
import dev.arag.tools.Toolbox;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Limits tool calls to the remaining time of a run. Built-in tools run on the thread of the run,
 * which is interrupted at the deadline. Searches and most embedders stop when they are interrupted.
 * A custom tool may ignore the interrupt, so each call of a custom tool runs on a new thread, which
 * is interrupted and abandoned at the deadline.
 */
public final class ToolTimeout {
  private final TimeLimiter limiter;
  private final TrajectoryRecorder recorder;

  public ToolTimeout(TimeLimiter limiter, TrajectoryRecorder recorder) {
    this.limiter = limiter;
    this.recorder = recorder;
  }

  /**
   * Executes a tool call.
   *
   * @param late the result if the call exceeds its time limit
   * @throws BudgetExhaustedException if the run is cancelled during the call
   */
  Observation call(
      Duration atMost, Observation late, Toolbox box, Function<Toolbox, Observation> call) {
    if (recorder.isReplay()) {
      return recorder.isNextCallRejected(late.text()) ? late : call.apply(box);
    }
    if (atMost.isZero()) {
      return late;
    }
    InterruptTimer timer = InterruptTimer.start(atMost);
    try {
      return call.apply(
          box.withCustomToolExecutor(
              work -> {
                timer.stop();
                return callCustomTool(work, atMost, late);
              }));
    } catch (RuntimeException e) {
      if (timer.stop()) {
        return late;
      }
      throw e;
    } finally {
      timer.stop();
    }
  }

  private Observation callCustomTool(
      Supplier<Observation> work, Duration atMost, Observation late) {
    try {
      return limiter.within(atMost, text -> work.get(), text -> {}, recorder::wrap);
    } catch (TimeoutException | RejectedExecutionException e) {
      return late;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BudgetExhaustedException(StopReason.CANCELLED);
    } catch (ExecutionException e) {
      throw Causes.unchecked(e);
    }
  }
}

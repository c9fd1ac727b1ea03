package dev.arag.agent.internal.loop;

import dev.arag.agent.Run;
import dev.arag.agent.internal.concurrent.InterruptTimer;
import dev.arag.agent.internal.concurrent.TimeLimiter;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.tools.Observation;
import dev.arag.tools.Toolbox;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Keeps tool calls within the time of a run. Our own tools run on the run's thread, which is
 * interrupted when the time is up: searches and most embedders end on that. A tool of the user's
 * runs on a thread of its own, which is interrupted and left.
 */
public final class ToolTimeout {
  private final TimeLimiter calls;
  private final UnaryOperator<Runnable> carrier;
  private final TrajectoryRecorder recorder;

  /**
   * @param carrier wraps what runs on another thread
   */
  public ToolTimeout(
      TimeLimiter calls, UnaryOperator<Runnable> carrier, TrajectoryRecorder recorder) {
    this.calls = calls;
    this.carrier = carrier;
    this.recorder = recorder;
  }

  /**
   * Makes a call.
   *
   * @param late what comes of a call that takes longer than it may
   * @throws BudgetExhausted if the run is cancelled meanwhile
   */
  Observation within(
      Duration atMost, Observation late, Toolbox box, Function<Toolbox, Observation> call) {
    if (recorder.isRepeating()) {
      return recorder.isRejectedNext(late.text()) ? late : call.apply(box);
    }
    if (atMost.isZero()) {
      return late;
    }
    InterruptTimer alarm = InterruptTimer.in(atMost);
    try {
      return call.apply(
          box.withCustomToolExecutor(
              work -> {
                alarm.turnOff();
                return foreign(work, atMost, late);
              }));
    } catch (RuntimeException e) {
      if (alarm.turnOff()) {
        return late;
      }
      throw e;
    } finally {
      alarm.turnOff();
    }
  }

  private Observation foreign(Supplier<Observation> work, Duration atMost, Observation late) {
    try {
      return calls.within(atMost, text -> work.get(), text -> {}, carrier);
    } catch (TimeoutException | RejectedExecutionException e) {
      return late;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BudgetExhausted(StopReason.CANCELLED);
    } catch (ExecutionException e) {
      throw Run.failure(e);
    }
  }
}

package dev.arag.agent.internal.observe;

import dev.arag.agent.RunEvent;
import dev.arag.agent.RunObserver;
import dev.arag.agent.internal.concurrent.InterruptFlag;
import dev.arag.agent.internal.concurrent.InterruptTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Distributes the events of one run to its observers. An observer that throws an exception affects
 * neither the run nor the other observers. An observer that exceeds the run's remaining time is
 * interrupted and from then on receives only the end of the run.
 */
public final class CompositeObserver implements RunObserver {
  /**
   * The time that an observer may always take at the end of a run, even if the run has timed out.
   * Observers that store results need this time.
   */
  private static final Duration MIN_TIME_AT_END = Duration.ofSeconds(5);

  private final List<RunObserver> observers = new ArrayList<>();
  private final Set<RunObserver> late = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Supplier<Duration> timeLimit;
  private final Runnable afterEach;
  private volatile @Nullable Throwable failure;

  /**
   * @param factories create the observers; a factory that throws an exception causes a warning
   * @param timeLimit returns the time that an observer may take for the current event
   * @param afterEach runs after each call of an observer
   */
  public CompositeObserver(
      List<Supplier<? extends RunObserver>> factories,
      Supplier<Duration> timeLimit,
      Runnable afterEach) {
    this.timeLimit = timeLimit;
    this.afterEach = afterEach;
    factories.forEach(factory -> callSafely(() -> observers.add(factory.get())));
  }

  @Override
  public void onEvent(RunEvent event) {
    if (event instanceof RunEvent.Finished) {
      observers.forEach(each -> callInTime(each, timeAtEnd(), () -> each.onEvent(event)));
      return;
    }
    for (RunObserver each : observers) {
      if (!late.contains(each)) {
        callInTime(each, timeLimit.get(), () -> each.onEvent(event));
      }
    }
  }

  private void callInTime(RunObserver observer, Duration time, Runnable call) {
    InterruptTimer timer = InterruptTimer.start(time);
    callSafely(call);
    if (timer.stop()) {
      late.add(observer);
      failure = new TimeoutException("The listener exceeded the run's remaining time.");
    }
    afterEach.run();
  }

  private Duration timeAtEnd() {
    Duration left = timeLimit.get();
    return left.compareTo(MIN_TIME_AT_END) < 0 ? MIN_TIME_AT_END : left;
  }

  @Override
  public void failed(Throwable failure) {
    observers.forEach(each -> callInTime(each, timeAtEnd(), () -> each.failed(failure)));
  }

  @Override
  public Runnable wrap(Runnable work) {
    Runnable wrapped = work;
    for (RunObserver each : observers) {
      wrapped = wrap(each, wrapped);
    }
    return wrapped;
  }

  /**
   * Wraps a task so that it runs exactly once each time, even if the observer does not run it, runs
   * it twice, or throws an exception. The result may run again after it has ended.
   */
  private Runnable wrap(RunObserver observer, Runnable work) {
    AtomicBoolean hasStarted = new AtomicBoolean();
    Runnable once =
        () -> {
          if (hasStarted.compareAndSet(false, true)) {
            work.run();
          }
        };
    List<Runnable> wrapped = new ArrayList<>();
    callSafely(() -> wrapped.add(observer.wrap(once)));
    return () -> {
      hasStarted.set(false);
      wrapped.forEach(this::callSafely);
      once.run();
    };
  }

  /**
   * Catches every Throwable, because code in other JVM languages can throw checked exceptions
   * without declaring them.
   */
  private void callSafely(Runnable call) {
    try {
      call.run();
    } catch (Throwable e) {
      InterruptFlag.restore(e);
      failure = e;
    }
  }

  public List<String> warnings() {
    Throwable last = failure;
    return last == null ? List.of() : List.of("A listener of the run failed: " + last);
  }
}

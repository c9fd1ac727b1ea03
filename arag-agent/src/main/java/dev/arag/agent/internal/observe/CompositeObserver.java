package dev.arag.agent.internal.observe;

import dev.arag.agent.RunEvent;
import dev.arag.agent.RunObserver;
import dev.arag.agent.internal.concurrent.InterruptTimer;
import dev.arag.agent.internal.concurrent.Interrupts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All who follow one run. None of them can break it, nor keep another from hearing. One that takes
 * longer than the run has time is interrupted, and from then on hears only the end.
 */
public final class CompositeObserver implements RunObserver {
  /** Whoever writes down what came of a run does it at its end, be its time over or not. */
  private static final Duration LEAST_AT_THE_END = Duration.ofSeconds(5);

  private final List<RunObserver> all = new ArrayList<>();
  private final Set<RunObserver> late = Collections.newSetFromMap(new IdentityHashMap<>());
  private Supplier<Duration> atMost = () -> Duration.ofDays(1);
  private Runnable afterEach = () -> {};
  private volatile @Nullable Throwable failure;

  /**
   * @param atMost how long one of them may take now
   * @param afterEach is run whenever one of them has heard something
   */
  public void keepIn(Supplier<Duration> atMost, Runnable afterEach) {
    this.atMost = atMost;
    this.afterEach = afterEach;
  }

  /** One more, if it can be made. */
  public void add(Supplier<? extends RunObserver> maker) {
    guarded(() -> all.add(maker.get()));
  }

  public void add(Consumer<RunEvent> listener) {
    all.add(listener::accept);
  }

  @Override
  public void hear(RunEvent event) {
    if (event instanceof RunEvent.Finished) {
      all.forEach(each -> timed(each, atTheEnd(), () -> each.hear(event)));
      return;
    }
    for (RunObserver each : all) {
      if (!late.contains(each)) {
        timed(each, atMost.get(), () -> each.hear(event));
      }
    }
  }

  private void timed(RunObserver observer, Duration time, Runnable call) {
    InterruptTimer alarm = InterruptTimer.in(time);
    guarded(call);
    if (alarm.turnOff()) {
      late.add(observer);
      failure = new TimeoutException("It took longer than the run has time.");
    }
    afterEach.run();
  }

  private Duration atTheEnd() {
    Duration left = atMost.get();
    return left.compareTo(LEAST_AT_THE_END) < 0 ? LEAST_AT_THE_END : left;
  }

  @Override
  public void failed(Throwable failure) {
    all.forEach(each -> timed(each, atTheEnd(), () -> each.failed(failure)));
  }

  @Override
  public Runnable carry(Runnable work) {
    Runnable carried = work;
    for (RunObserver each : all) {
      carried = carry(each, carried);
    }
    return carried;
  }

  /** The work is done once, whatever an observer makes of it. */
  private Runnable carry(RunObserver observer, Runnable work) {
    AtomicBoolean hasBegun = new AtomicBoolean();
    Runnable once =
        () -> {
          if (hasBegun.compareAndSet(false, true)) {
            work.run();
          }
        };
    List<Runnable> carried = new ArrayList<>();
    guarded(() -> carried.add(observer.carry(once)));
    return () -> {
      carried.forEach(each -> guarded(each));
      once.run();
    };
  }

  /** Of any kind: other languages throw what Java must declare, a wrong library an error. */
  private void guarded(Runnable call) {
    try {
      call.run();
    } catch (Throwable e) {
      Interrupts.restore(e);
      failure = e;
    }
  }

  public List<String> warnings() {
    Throwable known = failure;
    return known == null ? List.of() : List.of("A listener of the run failed: " + known);
  }
}

package dev.arag.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** All who follow one run. None of them can break it, nor keep another from hearing. */
final class Observers implements RunObserver {
  private final List<RunObserver> all = new ArrayList<>();
  private volatile @Nullable Throwable failure;

  /** One more, if it can be made. */
  void add(Supplier<? extends RunObserver> maker) {
    guarded(() -> all.add(maker.get()));
  }

  void add(Consumer<RunEvent> listener) {
    all.add(listener::accept);
  }

  @Override
  public void hear(RunEvent event) {
    all.forEach(each -> guarded(() -> each.hear(event)));
  }

  @Override
  public void failed(Throwable failure) {
    all.forEach(each -> guarded(() -> each.failed(failure)));
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

  /** A library that is there in the wrong version fails by an error. */
  private void guarded(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException | LinkageError e) {
      failure = e;
    }
  }

  List<String> warnings() {
    Throwable known = failure;
    return known == null ? List.of() : List.of("A listener of the run failed: " + known);
  }
}

package dev.arag.agent.internal.loop;

import dev.arag.agent.event.RunEvent;
import dev.arag.agent.event.RunObserver;
import dev.arag.agent.internal.concurrent.TimedCalls;
import dev.arag.agent.internal.model.RunClock;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.internal.failure.Causes;
import dev.arag.tools.call.Snippet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Records the steps of one run and sends its events to the observers. An observer that throws an
 * exception affects neither the run nor the other observers. An observer that exceeds the run's
 * remaining time is interrupted and from then on receives only the end of the run.
 */
public final class RunRecorder {
  /**
   * The time that an observer may always take at the end of a run, even if the run has timed out.
   * Observers that store results need this time.
   */
  private static final Duration MIN_TIME_AT_END = Duration.ofSeconds(5);

  private final String question;
  private final String fields;
  private final List<Trajectory> earlier;
  private final RunClock clock;
  private final BudgetTracker budget;
  private final UnaryOperator<Runnable> context;
  private final long seed;
  private int children;
  private final List<RunObserver> observers = new ArrayList<>();
  private final Set<RunObserver> late = Collections.newSetFromMap(new IdentityHashMap<>());

  /** A run that was cancelled reads the steps of child runs that have not ended. */
  private final List<Step> steps = new CopyOnWriteArrayList<>();

  private final Set<String> warnings = new LinkedHashSet<>();
  private volatile @Nullable Throwable observerFailure;

  /**
   * @param fields the fields of the requested record; empty if text is requested
   * @param earlier the trajectories of the conversation's earlier questions
   * @param seed the seed of the fence codes
   * @param factories create the observers; a factory that throws an exception causes a warning
   * @param context transfers the context of the current thread to another thread
   */
  public RunRecorder(
      String question,
      String fields,
      List<Trajectory> earlier,
      RunClock clock,
      long seed,
      BudgetTracker budget,
      List<Supplier<? extends RunObserver>> factories,
      UnaryOperator<Runnable> context) {
    this.question = question;
    this.fields = fields;
    this.earlier = earlier;
    this.clock = clock;
    this.budget = budget;
    this.context = context;
    this.seed = seed;
    factories.forEach(factory -> callSafely(() -> observers.add(factory.get())));
  }

  /** Returns the seed of the next child run. */
  public long childSeed() {
    return new SplittableRandom(seed + ++children).nextLong();
  }

  /** Returns the recorder of a child run, which sends no events. */
  RunRecorder child(String ofChild, long childSeed, BudgetTracker share) {
    return new RunRecorder(ofChild, "", List.of(), clock, childSeed, share, List.of(), context);
  }

  /** Returns the context of a child run, to which observers do not add. */
  public UnaryOperator<Runnable> childContext() {
    return clock.context(context);
  }

  /** Returns the number of the last group of calls; 0 if there is none. */
  public int groups() {
    return steps.stream()
        .mapToInt(step -> step instanceof Step.Sent sent ? sent.group().orElse(0) : 0)
        .max()
        .orElse(0);
  }

  /**
   * Returns a generator for the fence codes of this run. The codes are unpredictable to authors of
   * documents. The seed is recorded so that a replay produces the same codes.
   */
  public RandomGenerator random() {
    // The JDK specifies the algorithm of Random, so a run can be replayed on any JDK.
    return new Random(seed);
  }

  public String question() {
    return question;
  }

  public RunClock clock() {
    return clock;
  }

  public List<Step> steps() {
    return steps;
  }

  public void add(Step step) {
    addRecorded(step.withElapsed(clock.timeOfStep(step.elapsed())));
  }

  /** Adds a step that a child run has recorded. */
  public void addRecorded(Step step) {
    steps.add(step);
    send(new RunEvent.StepCompleted(step));
  }

  public void send(RunEvent event) {
    if (event instanceof RunEvent.Finished) {
      observers.forEach(each -> callInTime(each, timeAtEnd(), () -> each.onEvent(event)));
      return;
    }
    for (RunObserver each : observers) {
      if (!late.contains(each)) {
        callInTime(each, budget.timeForObserver(), () -> each.onEvent(event));
      }
    }
  }

  /** Notifies the observers that the run failed with an exception. */
  public void fail(Throwable failure) {
    observers.forEach(each -> callInTime(each, timeAtEnd(), () -> each.failed(failure)));
  }

  private Duration timeAtEnd() {
    Duration left = budget.timeForObserver();
    return left.compareTo(MIN_TIME_AT_END) < 0 ? MIN_TIME_AT_END : left;
  }

  private void callInTime(RunObserver observer, Duration time, Runnable call) {
    TimedCalls.Timer timer = TimedCalls.interruptAfter(time);
    callSafely(call);
    if (timer.stop()) {
      late.add(observer);
      observerFailure =
          new TimeoutException(
              "The RunObserver exceeded the run's remaining time and was interrupted.");
    }
    budget.renewInterrupt();
  }

  /**
   * Catches every Throwable, because code in other JVM languages can throw checked exceptions
   * without declaring them.
   */
  private void callSafely(Runnable call) {
    try {
      call.run();
    } catch (Throwable e) {
      // No failure of an observer ends a run. An interrupt is meant for the run, so it is restored.
      Causes.restoreInterrupt(e);
      observerFailure = e;
    }
  }

  /** Returns the context of the calls of models and custom tools on other threads. */
  public UnaryOperator<Runnable> context() {
    return clock.context(this::wrap);
  }

  /**
   * Returns work for another thread that runs the given work in the context of the current thread,
   * to which observers may add.
   */
  private Runnable wrap(Runnable work) {
    Runnable wrapped = work;
    for (RunObserver each : observers) {
      wrapped = wrap(each, wrapped);
    }
    return context.apply(wrapped);
  }

  /**
   * Wraps work so that it runs exactly once, even if the observer does not run it, runs it twice,
   * or throws an exception.
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
    return wrapped.contains(once)
        ? work
        : () -> {
          wrapped.forEach(this::callSafely);
          once.run();
        };
  }

  /**
   * Returns the corpus text that any request of the run or the conversation has contained so far.
   */
  public List<Snippet> shown() {
    return trajectory(StopReason.ANSWERED, Duration.ZERO).shown();
  }

  /** Whether this run found corpus text, or its last request contains text of earlier questions. */
  boolean hasShownText() {
    Step.@Nullable Sent last = null;
    for (Step step : steps) {
      if (step instanceof Step.ToolUse use && !use.observation().shown().isEmpty()) {
        return true;
      }
      last = step instanceof Step.Sent sent ? sent : last;
    }
    return last != null && !trajectory(StopReason.ANSWERED, Duration.ZERO).shownIn(last).isEmpty();
  }

  /**
   * Returns the corpus text that the model knows while it replies to a request that is not recorded
   * yet.
   */
  public List<Snippet> shownWith(Step.Sent request) {
    List<Step> all = new ArrayList<>(steps);
    all.add(request);
    return Trajectory.of(question, all, StopReason.ANSWERED, Duration.ZERO, seed, fields, earlier)
        .shown();
  }

  public Trajectory trajectory(StopReason reason, Duration elapsed) {
    return Trajectory.of(question, steps, reason, elapsed, seed, fields, earlier);
  }

  /** Records a warning of the strategy or about it. */
  public void warn(String warning) {
    warnings.add(warning);
  }

  /** Returns the warnings of the strategy in order. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** Returns warnings about observers that failed. */
  public List<String> observerWarnings() {
    Throwable last = observerFailure;
    return last == null ? List.of() : List.of("A listener of the run failed: " + last);
  }
}

package dev.arag.agent.internal.loop;

import dev.arag.agent.RunEvent;
import dev.arag.agent.internal.concurrent.ContextPropagation;
import dev.arag.agent.internal.model.RecordedChatModel;
import dev.arag.agent.internal.observe.CompositeObserver;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.tools.Snippet;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Records the steps of one run and sends its events to the observers. */
public final class TrajectoryRecorder {
  private final String question;
  private final String fields;
  private final List<Trajectory> earlier;
  private final CompositeObserver observers;
  private final ContextPropagation context;
  private final @Nullable RecordedChatModel recording;
  private final long seed;
  private final List<Step> steps = new ArrayList<>();
  private final Set<String> warnings = new LinkedHashSet<>();

  /**
   * @param fields the fields of the requested record; empty if text is requested
   * @param earlier the trajectories of the conversation's earlier questions
   * @param context transfers the caller's context to other threads
   * @param recording the recorded run that is replayed; null if this is not a replay
   */
  public TrajectoryRecorder(
      String question,
      String fields,
      List<Trajectory> earlier,
      CompositeObserver observers,
      ContextPropagation context,
      @Nullable RecordedChatModel recording) {
    this.question = question;
    this.fields = fields;
    this.earlier = earlier;
    this.observers = observers;
    this.context = context;
    this.recording = recording;
    this.seed = recording == null ? new SecureRandom().nextLong() : recording.seed();
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

  /** Whether this run replays a recorded run. */
  boolean isReplay() {
    return recording != null;
  }

  /**
   * Whether the next recorded step is a tool call that was rejected with a text that starts with
   * this one.
   */
  boolean isNextCallRejected(String text) {
    return recording != null && recording.nextRejection().startsWith(text);
  }

  public List<Step> steps() {
    return steps;
  }

  public void add(Step step) {
    Step timed = recording == null ? step : step.withElapsed(recording.takeStep());
    steps.add(timed);
    send(new RunEvent.StepCompleted(timed));
  }

  public void send(RunEvent event) {
    observers.onEvent(event);
  }

  /** Notifies the observers that the run failed with an exception. */
  public void fail(Throwable failure) {
    observers.failed(failure);
  }

  /**
   * Lets each observer wrap a task that will run on another thread. The task runs in the context of
   * the current thread, to which observers may add.
   */
  public Runnable wrap(Runnable work) {
    return context.wrap(observers.wrap(work));
  }

  /** Wraps the run itself, which will run on another thread in the context of the current one. */
  public Runnable wrapRun(Runnable run) {
    return context.wrap(run);
  }

  /**
   * Returns the corpus text that any request of the run or the conversation has contained so far.
   */
  public List<Snippet> shown() {
    return trajectory(StopReason.ANSWERED, Duration.ZERO).shown();
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
    return observers.warnings();
  }
}

package dev.arag.agent.internal.loop;

import dev.arag.agent.RunEvent;
import dev.arag.agent.internal.model.RecordedChatModel;
import dev.arag.agent.internal.observe.CompositeObserver;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Writes down what happens in a run and tells those who follow it. */
public final class TrajectoryRecorder {
  private final String question;
  private final String fields;
  private final List<Trajectory> earlier;
  private final CompositeObserver observers;
  private final @Nullable RecordedChatModel repeated;
  private final long seed;
  private final List<Step> steps = new ArrayList<>();

  /**
   * @param fields of the value that is asked for; empty if only words are
   * @param earlier the records of the questions before this one in its conversation
   * @param repeated the record of a run that is made again; null for a run of its own
   */
  public TrajectoryRecorder(
      String question,
      String fields,
      List<Trajectory> earlier,
      CompositeObserver observers,
      @Nullable RecordedChatModel repeated) {
    this.question = question;
    this.fields = fields;
    this.earlier = earlier;
    this.observers = observers;
    this.repeated = repeated;
    this.seed = repeated == null ? new SecureRandom().nextLong() : repeated.seed();
  }

  /** What the fences of this run are drawn from: nobody can foresee it, and it is written down. */
  public RandomGenerator random() {
    // Random, since its numbers are specified: a record is repeated on any JDK.
    return new Random(seed);
  }

  public String question() {
    return question;
  }

  /** Whether this run was recorded before and is made again. */
  boolean isRepeating() {
    return repeated != null;
  }

  /** Whether the record tells next of a call that was rejected with words that begin so. */
  boolean isRejectedNext(String text) {
    return repeated != null && repeated.nextRejection().startsWith(text);
  }

  public List<Step> steps() {
    return steps;
  }

  public void add(Step step) {
    Step timed = repeated == null ? step : step.withElapsed(repeated.takeStep());
    steps.add(timed);
    tell(new RunEvent.Stepped(timed));
  }

  public void tell(RunEvent event) {
    observers.hear(event);
  }

  public Trajectory trajectory(StopReason reason, Duration elapsed) {
    return Trajectory.of(question, steps, reason, elapsed)
        .withSeed(seed)
        .withFields(fields)
        .withEarlier(earlier);
  }

  public List<String> warnings() {
    return observers.warnings();
  }
}

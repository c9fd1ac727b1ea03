package dev.arag.agent;

import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes down what happens in a run and tells the listener, who cannot break the run. */
final class Recorder {
  private final String question;
  private final @Nullable Consumer<RunEvent> listener;
  private final List<Step> steps = new ArrayList<>();
  private @Nullable RuntimeException listenerFailure;

  Recorder(String question, @Nullable Consumer<RunEvent> listener) {
    this.question = question;
    this.listener = listener;
  }

  List<Step> steps() {
    return steps;
  }

  void add(Step step) {
    steps.add(step);
    tell(new RunEvent.Stepped(step));
  }

  void tell(RunEvent event) {
    if (listener == null) {
      return;
    }
    try {
      listener.accept(event);
    } catch (RuntimeException e) {
      listenerFailure = e;
    }
  }

  Trajectory trajectory(StopReason reason, Duration elapsed) {
    return Trajectory.of(question, steps, reason, elapsed);
  }

  List<String> warnings() {
    return listenerFailure == null
        ? List.of()
        : List.of("A listener of the run failed: " + listenerFailure);
  }
}

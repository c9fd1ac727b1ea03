package dev.arag.agent.internal.run;

import dev.arag.agent.budget.Budget;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.internal.concurrent.TimedCalls;
import dev.arag.agent.internal.loop.BudgetTracker;
import dev.arag.agent.internal.loop.RunRecorder;
import dev.arag.agent.internal.model.ModelName;
import dev.arag.agent.internal.model.ModelsByRole;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.spi.Completion;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.core.internal.failure.Causes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Runs a strategy on several questions, each in a run of its own. The steps of these child runs are
 * recorded in the order of the questions after all of them have ended, so that the trajectory does
 * not depend on which one is faster.
 */
final class ChildRuns {
  private final QuestionRun parent;
  private final RunRecorder recorder;
  private final BudgetTracker budget;
  private final ModelsByRole models;

  /** The durations of the child runs that have ended. */
  private final List<Duration> durations = new ArrayList<>();

  ChildRuns(QuestionRun parent, ModelsByRole models) {
    this.parent = parent;
    this.recorder = parent.state().recorder();
    this.budget = parent.state().budget();
    this.models = models;
  }

  /**
   * Returns a result for each question. The last ones for which no call is left are skipped.
   *
   * @param width the maximum number of child runs at the same time
   */
  List<Completion> run(Strategy strategy, List<String> questions, int width) {
    budget.requireNotCancelled();
    List<Child> children = new ArrayList<>();
    for (int count = questions.size(); count > 0 && children.isEmpty(); count--) {
      Budget share = budget.share(count + 1, (count + width - 1) / width);
      if (share.maxModelCalls() > 0) {
        questions.subList(0, count).forEach(each -> children.add(new Child(strategy, each, share)));
      }
    }
    try {
      new TimedCalls()
          .run(
              children.stream().map(child -> child.call).toList(),
              () -> models.isOrdered() ? 1 : width,
              recorder.clock().limit(budget.remaining().timeout()));
    } finally {
      children.forEach(Child::merge);
    }
    recorder.clock().overlap(durations, width);
    budget.requireNotCancelled();
    List<Completion> results = new ArrayList<>();
    children.forEach(child -> results.add(child.result()));
    while (results.size() < questions.size()) {
      results.add(new Completion.Skipped(StopReason.MODEL_CALL_LIMIT));
    }
    return List.copyOf(results);
  }

  /** One child run. Until it has ended, only its steps may be read. */
  private final class Child {
    private final TimedCalls.Call<Completion> call;
    private volatile @Nullable QuestionRun run;
    private Duration elapsed = Duration.ZERO;

    Child(Strategy strategy, String question, Budget share) {
      long seed = recorder.childSeed();
      call =
          new TimedCalls.Call<>(
              () -> complete(parent.child(strategy, question, share, seed)),
              recorder.childContext());
    }

    private Completion complete(QuestionRun child) {
      run = child;
      Completion answer = child.complete();
      elapsed = child.state().budget().elapsed();
      return answer;
    }

    /** Records the steps in the parent. Ends a child run that goes on after an interrupt. */
    void merge() {
      QuestionRun child = run;
      if (child != null) {
        child.cancel();
        int calls = budget.modelCalls();
        int groups = recorder.groups();
        child.state().recorder().steps().forEach(step -> record(moved(step, calls, groups)));
      }
      if (child != null && call.failure() == null) {
        parent.addFrom(child);
        durations.add(elapsed);
      }
    }

    private void record(Step step) {
      if (step instanceof Step.Sent sent) {
        ModelName name = models.of(sent.role()).name();
        recorder.send(
            new RunEvent.TurnStarted(step.turn(), sent.role(), name.model(), name.provider()));
      } else if (step instanceof Step.ToolUse use && !use.isShow()) {
        recorder.send(new RunEvent.ToolCalled(step.turn(), use.call()));
      }
      recorder.addRecorded(step);
      budget.add(step);
    }

    Completion result() {
      Completion value = call.value();
      if (value != null) {
        return value;
      }
      if (call.failure() instanceof TimeoutException late) {
        return new Completion.Failed(
            ModelException.Kind.OUT_OF_TIME, String.valueOf(late.getMessage()));
      }
      throw Causes.unchecked(new ExecutionException(call.failure()));
    }
  }

  /** Returns a step of a child run with the numbers that it has in the parent. */
  private static Step moved(Step step, int calls, int groups) {
    int turn = step.turn() + calls;
    if (step instanceof Step.ModelCall each) {
      Integer group = each.groupNumber() == null ? null : each.groupNumber() + groups;
      return new Step.ModelCall(turn, each.request(), group, each.reply(), each.elapsed());
    }
    if (step instanceof Step.ModelFailure each) {
      Integer group = each.groupNumber() == null ? null : each.groupNumber() + groups;
      return new Step.ModelFailure(
          turn,
          each.role(),
          each.messages(),
          each.error(),
          each.kind(),
          each.errorType(),
          group,
          each.elapsed());
    }
    if (step instanceof Step.ToolUse each) {
      return new Step.ToolUse(
          turn, each.call(), each.observation(), each.error(), each.errorType(), each.elapsed());
    }
    if (step instanceof Step.Correction each) {
      return new Step.Correction(turn, each.kind(), each.text(), each.elapsed());
    }
    Step.Retry each = (Step.Retry) step;
    return new Step.Retry(
        turn, each.role(), each.error(), each.errorType(), each.pause(), each.elapsed());
  }
}

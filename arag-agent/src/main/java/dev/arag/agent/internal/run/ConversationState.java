package dev.arag.agent.internal.run;

import dev.arag.agent.internal.loop.BudgetTracker;
import dev.arag.agent.internal.loop.HistoryCompactor;
import dev.arag.agent.internal.loop.LoopContext;
import dev.arag.agent.internal.loop.LoopRules;
import dev.arag.agent.internal.loop.RepetitionDetector;
import dev.arag.agent.internal.loop.RequestTokenCounter;
import dev.arag.agent.internal.loop.TrajectoryRecorder;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.tools.ContextTracker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The state that the questions of one conversation share. Only one question can use the state at a
 * time.
 */
public final class ConversationState {
  private final SeededFences fences = new SeededFences();
  private final ContextTracker tracker;
  private final AtomicBoolean isInUse = new AtomicBoolean();
  private volatile ConversationHistory history;

  /**
   * Creates the state after the given questions, oldest first.
   *
   * @param trajectories consecutive questions of one conversation; the first one may contain
   *     earlier questions
   * @throws IllegalArgumentException if a trajectory does not continue the one before it
   */
  public ConversationState(List<Trajectory> trajectories) {
    history = ConversationHistory.of(consecutive(trajectories));
    tracker =
        new ContextTracker(
            fences, history.toolUses().stream().map(Step.ToolUse::observation).toList());
  }

  private static List<Trajectory> consecutive(List<Trajectory> trajectories) {
    List<Trajectory> all = new ArrayList<>();
    for (Trajectory trajectory : trajectories) {
      if (all.isEmpty()) {
        all.addAll(trajectory.earlier());
      }
      if (!questions(trajectory.earlier()).equals(questions(all))) {
        throw new IllegalArgumentException(
            "The trajectory of question "
                + (all.size() + 1)
                + " does not contain the questions before it. Pass the trajectories of one"
                + " conversation in order, or only the last one.");
      }
      all.add(trajectory);
    }
    return all;
  }

  private static List<String> questions(List<Trajectory> trajectories) {
    return trajectories.stream().map(Trajectory::question).toList();
  }

  /** The question that is being answered. A question can be ended only once. */
  public final class ActiveQuestion {
    private final AtomicBoolean hasEnded = new AtomicBoolean();

    public ConversationHistory history() {
      return history;
    }

    public ContextTracker tracker() {
      return tracker;
    }

    /**
     * Creates the loop context for the run of this question. The fence codes are generated from the
     * seed of the recorder.
     */
    public LoopContext startLoop(
        LoopRules rules, BudgetTracker budget, TrajectoryRecorder recorder) {
      fences.setSource(recorder.random());
      RequestTokenCounter counter = new RequestTokenCounter();
      HistoryCompactor compactor = new HistoryCompactor(rules.messages(), tracker, counter);
      history
          .toolUsesWithAnswer()
          .forEach(use -> compactor.addResult(use.call(), use.observation()));
      return new LoopContext(rules, budget, recorder, new RepetitionDetector(), compactor, counter);
    }

    /** Ends this question, replaces the history, and allows the next question. */
    void end(ConversationHistory next) {
      if (!hasEnded.getAndSet(true)) {
        history = next;
        isInUse.set(false);
      }
    }

    /**
     * Ends this question without a change to the history. Does nothing if the question has already
     * ended.
     */
    public void release() {
      end(history);
    }
  }

  /**
   * Starts the next question of this conversation.
   *
   * @throws IllegalStateException if a question is still being answered
   */
  public ActiveQuestion startQuestion() {
    if (!isInUse.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "A question of this conversation is still being answered. Wait for its answer or cancel"
              + " it, or ask in another conversation.");
    }
    return new ActiveQuestion();
  }

  public ConversationHistory history() {
    return history;
  }

  /** Replaces the trajectory of the last question. */
  public void replaceLast(Trajectory trajectory) {
    history = history.withLast(trajectory);
  }
}

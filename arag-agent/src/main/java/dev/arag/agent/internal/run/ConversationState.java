package dev.arag.agent.internal.run;

import dev.arag.agent.internal.loop.BudgetTracker;
import dev.arag.agent.internal.loop.HistoryCompactor;
import dev.arag.agent.internal.loop.LoopContext;
import dev.arag.agent.internal.loop.LoopRules;
import dev.arag.agent.internal.loop.RepetitionDetector;
import dev.arag.agent.internal.loop.RequestTokenCounter;
import dev.arag.agent.internal.loop.TrajectoryRecorder;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.tools.ContextTracker;
import java.util.concurrent.atomic.AtomicBoolean;

/** The state that the questions of one conversation share. One question uses it at a time. */
public final class ConversationState {
  private final SeededFences fences = new SeededFences();
  private final ContextTracker tracker = new ContextTracker(fences);
  private final AtomicBoolean isInUse = new AtomicBoolean();
  private volatile ConversationHistory history = ConversationHistory.EMPTY;

  /** The question that is being answered. It can be ended once. */
  public final class ActiveQuestion {
    private final AtomicBoolean hasEnded = new AtomicBoolean();

    public ConversationHistory history() {
      return history;
    }

    public ContextTracker tracker() {
      return tracker;
    }

    /** Makes the loop of this question's run; its fences are drawn from the recorder's seed. */
    public LoopContext startLoop(
        LoopRules rules, BudgetTracker budget, TrajectoryRecorder recorder) {
      fences.setSource(recorder.random());
      RequestTokenCounter counter = new RequestTokenCounter();
      HistoryCompactor compactor =
          new HistoryCompactor(rules.messages(), tracker, counter, history.compactor());
      return new LoopContext(rules, budget, recorder, new RepetitionDetector(), compactor, counter);
    }

    /** Ends this question with a new history, and allows the next question. */
    void end(ConversationHistory next) {
      if (!hasEnded.getAndSet(true)) {
        history = next;
        isInUse.set(false);
      }
    }

    /** Ends this question, unless it has ended, and leaves the history unchanged. */
    public void release() {
      end(history);
    }
  }

  /**
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

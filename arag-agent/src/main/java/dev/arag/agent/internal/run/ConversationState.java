package dev.arag.agent.internal.run;

import dev.arag.agent.trajectory.Trajectory;
import dev.arag.tools.ContextTracker;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;

/** What the questions of one conversation share. It is one question's at a time. */
public final class ConversationState {
  private final SeededFences fences = new SeededFences();
  private final ContextTracker tracker = new ContextTracker(fences);
  private final AtomicBoolean isTaken = new AtomicBoolean();
  private volatile ConversationHistory past = ConversationHistory.NONE;

  /** One question being answered; ends once. */
  public final class Asking {
    private final AtomicBoolean hasEnded = new AtomicBoolean();

    public ConversationHistory past() {
      return past;
    }

    ContextTracker tracker() {
      return tracker;
    }

    void drawFencesFrom(RandomGenerator random) {
      fences.drawFrom(random);
    }

    /** The next question may be asked, and has this behind it. */
    void end(ConversationHistory next) {
      if (!hasEnded.getAndSet(true)) {
        past = next;
        isTaken.set(false);
      }
    }

    /** The next question may be asked, as if there had not been this one. */
    public void leave() {
      end(past);
    }
  }

  /**
   * @throws IllegalStateException if a question is still being answered
   */
  public Asking begin() {
    if (!isTaken.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "A question of this conversation is still being answered. Wait for its answer or cancel"
              + " it, or ask in another conversation.");
    }
    return new Asking();
  }

  public ConversationHistory past() {
    return past;
  }

  /** Puts the record of the last question in place of the one just made. */
  public void replaceLast(Trajectory record) {
    past = past.withLast(record);
  }
}

package dev.arag.agent;

import dev.arag.agent.trajectory.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.error.AragException;
import org.jspecify.annotations.Nullable;

/** A run ended with nothing to read. */
public class NoAnswerException extends AragException {
  private final transient Trajectory trajectory;

  public NoAnswerException(String message, Trajectory trajectory, @Nullable Throwable cause) {
    super(message, cause);
    this.trajectory = trajectory;
  }

  /** Why the run ended. */
  public StopReason stopReason() {
    return trajectory.stopReason();
  }

  /** What happened until then, what was found included. Lost when the exception is serialized. */
  public Trajectory trajectory() {
    return trajectory;
  }

  @Override
  public boolean isRetriable() {
    return getCause() instanceof AragException cause && cause.isRetriable();
  }
}

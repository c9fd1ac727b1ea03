package dev.arag.agent;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.trajectory.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.error.AragException;
import org.jspecify.annotations.Nullable;

/** Thrown when a run ended without an answer. */
public class NoAnswerException extends AragException {
  private final transient Trajectory trajectory;

  /** Creates the exception for a run. Applications need this constructor only in tests. */
  public NoAnswerException(String message, Trajectory trajectory, @Nullable Throwable cause) {
    super(requireNonNull(message, "message"), cause);
    this.trajectory = requireNonNull(trajectory, "trajectory");
  }

  /** Why the run ended. */
  public StopReason stopReason() {
    return trajectory.stopReason();
  }

  /**
   * The record of the run, including the corpus text that it found. The record is lost when the
   * exception is serialized.
   */
  public Trajectory trajectory() {
    return trajectory;
  }

  @Override
  public boolean isRetriable() {
    return getCause() instanceof AragException cause && cause.isRetriable();
  }
}

package dev.arag.agent.answer;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.error.AragException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Thrown when a run ended without an answer. */
public class NoAnswerException extends AragException {
  private final transient Trajectory trajectory;
  private final transient Answer.Settings settings;

  /** Creates the exception for a run. Applications need this constructor only in tests. */
  public NoAnswerException(
      String message, Trajectory trajectory, Answer.Settings settings, @Nullable Throwable cause) {
    super(requireNonNull(message, "message"), cause);
    this.trajectory = requireNonNull(trajectory, "trajectory");
    this.settings = requireNonNull(settings, "settings");
  }

  /** Why the run ended. */
  public StopReason stopReason() {
    return trajectory.stopReason();
  }

  /**
   * The trajectory of the run, including the corpus text that the run found. It is lost when the
   * exception is serialized.
   */
  public Trajectory trajectory() {
    return trajectory;
  }

  /**
   * Returns the result of the run as plain values, for JSON. The fields are those of {@link
   * Answer#view()}; the answer is null, and the warnings contain the message of this exception.
   */
  @JsonValue
  public AnswerView view() {
    return AnswerView.of(trajectory, List.of(String.valueOf(getMessage())), settings);
  }

  /** The model, the strategy and the profile of the run. */
  public Answer.Settings settings() {
    return settings;
  }

  @Override
  public boolean isRetriable() {
    return getCause() instanceof AragException cause && cause.isRetriable();
  }
}

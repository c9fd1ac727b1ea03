package dev.arag.agent.spi;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.model.ModelException;
import dev.arag.agent.step.StopReason;

/** The result of one prompt of {@link RunContext#completeAll}, or of one child run. */
public sealed interface Completion {
  /**
   * The model replied.
   *
   * @param text the text of the reply; may be empty
   */
  record Text(String text) implements Completion {
    public Text {
      requireNonNull(text, "text");
    }
  }

  /**
   * The model failed.
   *
   * @param kind the kind of the failure
   * @param message the message of the failure
   */
  record Failed(ModelException.Kind kind, String message) implements Completion {
    public Failed {
      requireNonNull(kind, "kind");
      requireNonNull(message, "message");
    }
  }

  /**
   * The prompt was not sent, or the child run has no answer, because the budget does not allow it.
   *
   * @param limit the limit that prevents the request
   */
  record Skipped(StopReason limit) implements Completion {
    public Skipped {
      requireNonNull(limit, "limit");
    }
  }
}

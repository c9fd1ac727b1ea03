package dev.arag.agent.model;

import dev.arag.core.error.AragException;
import org.jspecify.annotations.Nullable;

/** A model could not be reached, refused the request, or sent something that is no reply. */
public class ModelException extends AragException {
  private final boolean isRetriable;

  public ModelException(String message, @Nullable Throwable cause, boolean isRetriable) {
    super(message, cause);
    this.isRetriable = isRetriable;
  }

  /**
   * Says what a failed request means.
   *
   * @param who the model and where it is, as the beginning of a sentence
   * @param failure what the chat model threw
   */
  public static ModelException of(String who, RuntimeException failure) {
    if (failure instanceof ModelException known) {
      return known;
    }
    Failure kind = Failure.of(failure);
    return new ModelException(who + " " + kind.explain(failure), failure, kind.isRetriable());
  }

  @Override
  public boolean isRetriable() {
    return isRetriable;
  }
}

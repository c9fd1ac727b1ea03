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

  @Override
  public boolean isRetriable() {
    return isRetriable;
  }
}

package dev.arag.agent.internal.openai;

/** Thrown when a successful response is not a chat completion. */
final class NotACompletionException extends RuntimeException {
  private final boolean isRetriable;

  /**
   * @param message the predicate of a sentence whose subject is the model
   */
  NotACompletionException(String message, boolean isRetriable) {
    super(message);
    this.isRetriable = isRetriable;
  }

  boolean isRetriable() {
    return isRetriable;
  }
}

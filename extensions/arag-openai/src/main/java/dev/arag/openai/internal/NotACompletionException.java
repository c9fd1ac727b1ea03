package dev.arag.openai.internal;

/** Thrown when a successful response is not a chat completion. */
final class NotACompletionException extends RuntimeException {
  private final boolean isRetriable;

  /**
   * @param message what is wrong, phrased to follow the name of the model, such as "returned no
   *     choices"
   */
  NotACompletionException(String message, boolean isRetriable) {
    super(message);
    this.isRetriable = isRetriable;
  }

  boolean isRetriable() {
    return isRetriable;
  }
}

package dev.arag.agent.internal.openai;

/** A response that tells of success and is no chat completion all the same. */
final class NotACompletionException extends RuntimeException {
  private final boolean isRetriable;

  /**
   * @param message the rest of a sentence that begins with who sent it
   */
  NotACompletionException(String message, boolean isRetriable) {
    super(message);
    this.isRetriable = isRetriable;
  }

  boolean isRetriable() {
    return isRetriable;
  }
}

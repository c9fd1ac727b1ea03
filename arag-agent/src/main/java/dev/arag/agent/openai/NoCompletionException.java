package dev.arag.agent.openai;

/** A response that tells of success and is no chat completion all the same. */
final class NoCompletionException extends RuntimeException {
  private final boolean isRetriable;

  /**
   * @param message the rest of a sentence that begins with who sent it
   */
  NoCompletionException(String message, boolean isRetriable) {
    super(message);
    this.isRetriable = isRetriable;
  }

  boolean isRetriable() {
    return isRetriable;
  }
}

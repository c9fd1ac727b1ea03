package dev.arag.agent.answer;

import dev.arag.core.error.AragException;
import java.util.Locale;

/**
 * Thrown by a strategy if the corpus does not fit the model's context window. The run then ends
 * without an answer; this exception is the cause of its {@link
 * dev.arag.agent.answer.NoAnswerException}.
 */
public final class CorpusTooLargeException extends AragException {
  private static final long serialVersionUID = 1L;

  private final long tokens;
  private final long maxTokens;

  /**
   * @param tokens the size of the text in scope, in o200k tokens
   * @param maxTokens the number of tokens for which the context window has space
   */
  public CorpusTooLargeException(long tokens, long maxTokens) {
    super(
        String.format(
            Locale.ROOT,
            "The text in scope has %,d tokens, but the model's context window has space for %,d."
                + " Restrict the scope, or use a strategy that searches.",
            tokens,
            maxTokens));
    this.tokens = tokens;
    this.maxTokens = maxTokens;
  }

  /** The size of the text in scope, in o200k tokens. */
  public long tokens() {
    return tokens;
  }

  /** The number of tokens for which the context window has space. */
  public long maxTokens() {
    return maxTokens;
  }
}

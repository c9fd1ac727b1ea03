package dev.arag.agent.model;

/**
 * What one request cost, in tokens.
 *
 * @param input of the request, cached ones included
 * @param cachedInput the part of {@code input} the server had cached; 0 where it does not say
 * @param output of the reply, thinking included
 * @param isEstimated whether the server said nothing, so that o200k tokens were counted instead
 */
public record Tokens(long input, long cachedInput, long output, boolean isEstimated) {
  /** A count of our own, where the server gave none. */
  public static Tokens estimated(long input, long output) {
    return new Tokens(input, 0, output, true);
  }
}

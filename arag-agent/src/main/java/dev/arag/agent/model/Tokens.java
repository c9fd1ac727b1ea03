package dev.arag.agent.model;

/**
 * The token usage of one request.
 *
 * @param input of the request, cached ones included
 * @param cachedInput the part of {@code input} the server had cached; 0 if it does not report it
 * @param output of the reply, thinking included
 * @param isEstimated whether these are o200k tokens counted locally because the server reported no
 *     usage
 */
public record Tokens(long input, long cachedInput, long output, boolean isEstimated) {
  /** A local count, for a server that reported none. */
  public static Tokens estimated(long input, long output) {
    return new Tokens(input, 0, output, true);
  }
}

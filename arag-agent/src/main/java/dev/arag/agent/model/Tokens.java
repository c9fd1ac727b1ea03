package dev.arag.agent.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The token usage of one request.
 *
 * @param input the number of tokens of the request, including cached tokens
 * @param cachedInput the part of {@code input} that the server had cached; 0 if the server does not
 *     report this number
 * @param output the number of tokens of the reply, including reasoning tokens
 * @param isEstimated whether these numbers are o200k tokens that were counted locally because the
 *     server reported no usage
 */
public record Tokens(
    long input, long cachedInput, long output, @JsonProperty("estimated") boolean isEstimated) {
  /** Creates the usage from local counts, for a server that reported no usage. */
  public static Tokens estimated(long input, long output) {
    return new Tokens(input, 0, output, true);
  }
}

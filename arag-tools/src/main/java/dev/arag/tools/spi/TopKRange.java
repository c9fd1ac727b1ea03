package dev.arag.tools.spi;

import static java.util.Objects.requireNonNull;

import dev.arag.tools.call.ToolArguments;

/**
 * The arguments {@code top_k} and {@code offset} of a search call, within their limits.
 *
 * @param topK the maximum number of hits, 1 to 20
 * @param offset the number of best hits to skip, 0 to 100,000
 */
public record TopKRange(int topK, int offset) {
  private static final int DEFAULT_TOP_K = 5;
  private static final int MAX_TOP_K = 20;
  private static final int MAX_OFFSET = 100_000;

  /**
   * Reads both arguments of a call. A missing {@code top_k} is 5, a missing {@code offset} is 0. A
   * number that is out of bounds is replaced by the nearest bound.
   *
   * @throws IllegalArgumentException if an argument is not a whole number; the message tells the
   *     model how to correct it
   */
  public static TopKRange of(ToolArguments arguments) {
    requireNonNull(arguments, "arguments");
    return new TopKRange(
        arguments.number("top_k", DEFAULT_TOP_K, 1, MAX_TOP_K),
        arguments.number("offset", 0, 0, MAX_OFFSET));
  }

  /**
   * Returns the line to show above the hits, such as {@code Best 5:} or {@code Hits 6 to 10:}.
   *
   * @param hits the number of hits that are shown
   */
  public String header(int hits) {
    if (hits == 0) {
      return "None from offset " + offset + " on.";
    }
    return offset == 0 ? "Best " + hits + ":" : "Hits " + (offset + 1) + " to " + end(hits) + ":";
  }

  /**
   * Returns the rank of the last hit that is shown, where the best hit has rank 1.
   *
   * @param hits the number of hits that are shown
   */
  public int end(int hits) {
    return offset + hits;
  }
}

package dev.arag.evaluation.data;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The scores of one strategy for several values of one parameter.
 *
 * @param parameter the name of the parameter, such as {@code max-turns}
 * @param strategy the name of the strategy
 * @param points one point per value, numbers in ascending order
 */
public record Curve(String parameter, String strategy, List<Point> points) {
  /** The parameter of the curves of accuracy at equal tokens. */
  public static final String TOTAL_TOKENS = "total-tokens";

  public Curve {
    requireNonNull(parameter, "parameter");
    requireNonNull(strategy, "strategy");
    points = List.copyOf(requireNonNull(points, "points"));
  }

  /**
   * The mean scores for one value of the parameter.
   *
   * @param value the value as text
   * @param containShort the share of right answers
   * @param retrievedTokens the mean number of tokens of corpus text shown
   * @param totalTokens the mean number of input and output tokens
   */
  public record Point(
      String value, double containShort, double retrievedTokens, double totalTokens) {}
}

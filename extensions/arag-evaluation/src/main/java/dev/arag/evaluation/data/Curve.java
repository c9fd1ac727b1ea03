package dev.arag.evaluation.data;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The mean scores of one strategy for several values of one parameter, such as the maximum number
 * of turns.
 *
 * @param parameter the name of the parameter, such as {@code max-turns}
 * @param strategy the name of the strategy
 * @param points one point per value; numeric values are in ascending order
 */
public record Curve(String parameter, String strategy, List<Point> points) {
  /**
   * The name of the parameter of the curves of accuracy at equal tokens: {@code containShort} is
   * the share of runs that are right with at most {@code value} tokens.
   */
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
   * @param containShort the mean of {@link Metric#CONTAIN_SHORT}: the share of right answers
   * @param retrievedTokens the mean number of tokens of corpus text shown
   * @param totalTokens the mean number of input and output tokens
   */
  public record Point(
      String value, double containShort, double retrievedTokens, double totalTokens) {}
}

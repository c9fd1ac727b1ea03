package dev.arag.solr.internal.query;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A function of Solr that orders chunks by rarity, exactly as {@link
 * dev.arag.core.corpus.KeywordRanking} does. The rarity of a chunk is a sum of doubles that depends
 * only on the set of its whole keywords, but Solr adds floats. Solr therefore computes integers in
 * the order of these sums. If integers exist whose sums have this order, Solr adds them. Otherwise
 * the function is a decision tree whose leaves are the ranks of the sets.
 */
final class RarityOrder {
  /** Floats represent all integers up to this one. */
  static final int MAX_EXACT = 1 << 24;

  private final List<String> conditions;
  private final double[] rarities;

  /** For each set of keywords, its rarity. */
  private final double[] sums;

  private final List<Integer> ascending;

  private RarityOrder(List<String> conditions, double[] rarities) {
    this.conditions = conditions;
    this.rarities = rarities;
    sums = new double[1 << rarities.length];
    for (int set = 0; set < sums.length; set++) {
      sums[set] = sum(set);
    }
    ascending =
        IntStream.range(0, sums.length)
            .boxed()
            .sorted((left, right) -> Double.compare(sums[left], sums[right]))
            .toList();
  }

  /**
   * Returns the function.
   *
   * @param rarities the rarity of each keyword; 0 for keywords that are not whole words of any
   *     chunk
   * @param conditions for each keyword, a function that is true for chunks with the whole word
   */
  static String function(List<Double> rarities, List<String> conditions) {
    List<String> present = new ArrayList<>();
    List<Double> positive = new ArrayList<>();
    for (int i = 0; i < rarities.size(); i++) {
      if (rarities.get(i) > 0) {
        present.add(conditions.get(i));
        positive.add(rarities.get(i));
      }
    }
    RarityOrder order =
        new RarityOrder(present, positive.stream().mapToDouble(each -> each).toArray());
    return order.function();
  }

  private String function() {
    int[] integers = proportionalIntegers();
    return haveOrder(integers) ? sum(integers) : tree(0, 0, ranks());
  }

  /** Adds the rarities in the order in which core adds them. */
  private double sum(int set) {
    double sum = 0;
    for (int i = 0; i < rarities.length; i++) {
      sum += (set >>> i & 1) != 0 ? rarities[i] : 0;
    }
    return sum;
  }

  private int[] proportionalIntegers() {
    double all = sums[sums.length - 1];
    int largest = MAX_EXACT - 1 - rarities.length;
    return IntStream.range(0, rarities.length)
        .map(i -> (int) Math.round(rarities[i] / all * largest))
        .toArray();
  }

  private boolean haveOrder(int[] integers) {
    return IntStream.range(1, ascending.size())
        .allMatch(
            i -> {
              int lower = ascending.get(i - 1);
              int higher = ascending.get(i);
              return Integer.signum(Double.compare(sums[lower], sums[higher]))
                  == Integer.compare(sum(integers, lower), sum(integers, higher));
            });
  }

  private static int sum(int[] integers, int set) {
    return IntStream.range(0, integers.length).map(i -> (set >>> i & 1) * integers[i]).sum();
  }

  private String sum(int[] integers) {
    return IntStream.range(0, integers.length)
        .mapToObj(i -> "if(" + conditions.get(i) + "," + integers[i] + ",0)")
        .collect(Collectors.joining(",", "sum(", ")"));
  }

  /** Returns the rank of each set; sets with equal rarities have equal ranks. */
  private int[] ranks() {
    int[] ranks = new int[sums.length];
    for (int i = 1; i < ranks.length; i++) {
      int lower = ascending.get(i - 1);
      int higher = ascending.get(i);
      ranks[higher] = ranks[lower] + (sums[lower] < sums[higher] ? 1 : 0);
    }
    return ranks;
  }

  private String tree(int keyword, int set, int[] ranks) {
    if (keyword == rarities.length) {
      return String.valueOf(ranks[set]);
    }
    String with = tree(keyword + 1, set | 1 << keyword, ranks);
    String without = tree(keyword + 1, set, ranks);
    return "if(" + conditions.get(keyword) + "," + with + "," + without + ")";
  }
}

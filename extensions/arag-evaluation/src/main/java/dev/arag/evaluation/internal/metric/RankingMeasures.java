package dev.arag.evaluation.internal.metric;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Measures of a ranking, as trec_eval defines them. */
public final class RankingMeasures {
  private static final double LOG_2 = Math.log(2);

  private RankingMeasures() {}

  /**
   * The normalized discounted cumulative gain of the first k ids ({@code ndcg_cut_k} of trec_eval).
   * The gain of an id at rank r is its grade divided by log2(r + 1). The sum is divided by the sum
   * of the best possible order of all graded ids.
   *
   * @param ranked the ids, best first, without duplicates
   * @param grades the grades by id; ids without a grade and those with a grade below 1 gain nothing
   * @param k the number of ids, at least 1
   * @return a value from 0 to 1; 0 if no id has a grade of at least 1
   */
  public static double ndcg(List<String> ranked, Map<String, Integer> grades, int k) {
    requireNonNull(grades, "grades");
    double ideal =
        gain(
            grades.values().stream()
                .filter(grade -> grade > 0)
                .sorted(Comparator.reverseOrder())
                .toList(),
            k);
    List<Integer> gained =
        ranked.stream().limit(k).map(id -> Math.max(0, grades.getOrDefault(id, 0))).toList();
    return ideal == 0 ? 0 : gain(gained, k) / ideal;
  }

  private static double gain(List<Integer> grades, int k) {
    double sum = 0;
    for (int i = 0; i < Math.min(k, grades.size()); i++) {
      sum += grades.get(i) * LOG_2 / Math.log(i + 2);
    }
    return sum;
  }

  /**
   * The share of the relevant ids among the first k ids ({@code recall_k} of trec_eval).
   *
   * @param relevant the relevant ids; if there are none, the recall is 0
   */
  public static double recall(Collection<String> ranked, Set<String> relevant, int k) {
    long found = ranked.stream().limit(k).filter(relevant::contains).distinct().count();
    return relevant.isEmpty() ? 0 : (double) found / relevant.size();
  }

  /** The nDCG of all ids, if each of the relevant ids has the grade 1. */
  static double ndcg(Set<String> ranked, Set<String> relevant) {
    Map<String, Integer> grades = relevant.stream().collect(Collectors.toMap(id -> id, id -> 1));
    return ndcg(List.copyOf(ranked), grades, Math.max(1, Math.max(ranked.size(), grades.size())));
  }
}
